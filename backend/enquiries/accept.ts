// Accepts an enquiry: parse, validate, store. Only a stored enquiry is acknowledged. Photographs that
// came in the same form follow when it is stored: they must not cost it.
import { checkEnquiry } from '#schemas/enquiry.ts'
import { isUnavailable, sqlState, statementTimeout } from '../database/database.ts'
import { type Intake, TooMany } from './intake.ts'
import type { Photos } from './photos/photos.ts'
import { removeFiles } from './read-multipart.ts'
import { type ReadRequest, readRequest } from './read-request.ts'
import { readSubmission } from './submission.ts'
import type { SubmissionResult } from './submission-result.ts'

export interface AcceptDeps {
  intake: Intake
  photos: Pick<Photos, 'spoolFor' | 'store' | 'sign'>
  /** The options of the form. */
  services(): readonly string[]
  log: { error(details: object, text: string): void }
}

export async function accept(
  deps: AcceptDeps,
  request: Request,
  clientAddress: string,
): Promise<SubmissionResult> {
  const read = await readRequest(request, deps.photos.spoolFor(clientAddress))
  if (read.kind !== 'fields') return read
  try {
    return await acceptFields(deps, request, clientAddress, read)
  } finally {
    await removeFiles(read.photos)
  }
}

async function acceptFields(
  deps: AcceptDeps,
  request: Request,
  clientAddress: string,
  read: Extract<ReadRequest, { kind: 'fields' }>,
): Promise<SubmissionResult> {
  const submission = readSubmission(read.fields, {
    isForm: read.isForm,
    referer: request.headers.get('referer') ?? undefined,
  })
  const { values, isTrapped } = submission
  const hadPhotos = read.photos.length > 0
  const check = checkEnquiry(submission.input, deps.services())
  if (!check.isValid) {
    return isTrapped
      ? { kind: 'trapped', values }
      : { kind: 'invalid', fields: check.errors, values, hadPhotos }
  }
  try {
    const stored = await deps.intake({
      ...{ submission, clientAddress, enquiry: check.enquiry },
      hasPhotosToStore: hadPhotos,
    })
    if (isTrapped) return { kind: 'trapped', values }
    const photos = await deps.photos.store(stored.id, read.photos, clientAddress)
    return { kind: 'accepted', ...stored, photoToken: deps.photos.sign(stored.id), photos }
  } catch (error) {
    if (error instanceof TooMany) {
      return { kind: 'tooMany', retryAfterSeconds: error.retryAfterSeconds, values, hadPhotos }
    }
    const mayWorkLater = isUnavailable(error) || sqlState(error) === statementTimeout
    deps.log.error(
      { err: error },
      mayWorkLater ? 'an enquiry could not be stored' : 'enquiry failed',
    )
    return { kind: mayWorkLater ? 'unavailable' : 'failed', values, hadPhotos }
  }
}
