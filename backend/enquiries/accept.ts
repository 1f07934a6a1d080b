// Takes an enquiry in: read, check, keep. Only what is safely kept is acknowledged.
import { checkEnquiry } from '#schemas/enquiry.ts'
import { isUnavailable, sqlState } from '../database/database.ts'
import { type Keep, TooMany } from './keep.ts'
import type { Outcome } from './outcome.ts'
import { readRequest } from './read-request.ts'
import { readSubmission } from './submission.ts'

export interface AcceptDeps {
  keep: Keep
  log: { error(details: object, text: string): void }
}

const statementTimeout = '57014'

export async function accept(
  deps: AcceptDeps,
  request: Request,
  clientAddress: string,
): Promise<Outcome> {
  const read = await readRequest(request)
  if (read.kind !== 'fields') return read
  const submission = readSubmission(read.fields, {
    isForm: read.isForm,
    referer: request.headers.get('referer') ?? undefined,
  })
  const { values, isTrapped } = submission
  const check = checkEnquiry(submission.input)
  if (!check.isValid) {
    return isTrapped
      ? { kind: 'trapped', values }
      : { kind: 'invalid', fields: check.errors, values }
  }
  try {
    const stored = await deps.keep({ submission, clientAddress, enquiry: check.enquiry })
    return isTrapped ? { kind: 'trapped', values } : { kind: 'accepted', ...stored }
  } catch (error) {
    if (error instanceof TooMany) {
      return { kind: 'tooMany', retryAfterSeconds: error.retryAfterSeconds, values }
    }
    if (!isUnavailable(error) && sqlState(error) !== statementTimeout) throw error
    deps.log.error({ err: error }, 'an enquiry could not be stored')
    return { kind: 'unavailable', values }
  }
}
