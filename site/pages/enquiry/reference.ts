// Inserts the enquiry's reference, the date of the promise and what became of the photographs, all from
// the URL, into the cached thank-you page. It works without script, and nothing is stored.
import { formatDateTime } from '#content/reply-promise.ts'
import { addPhotosPath } from '#schemas/enquiry-photos.ts'
import { photoProblems } from '#schemas/photo-problems.ts'
import { formatAdded, type PhotoOutcome, readOutcome } from './photo-outcome.ts'

const slot = '<p id="reference" hidden=""></p>'

export const referenceId = 'reference'

/** A promise is never further ahead than this, also over a long closure. */
const farthest = 45 * 86_400_000

export interface Receipt extends PhotoOutcome {
  reference: string
  replyBy: Date | undefined
  photoToken: string | undefined
}

export function readReceipt(query: string): Receipt | undefined {
  const params = new URLSearchParams(query)
  const reference = params.get('ref') ?? ''
  if (!/^[0-9B-Y]{3}-[0-9B-Y]{3}$/.test(reference)) return undefined
  const by = /^\d{13}$/.test(params.get('by') ?? '') ? Number(params.get('by')) : 0
  const isNear = Math.abs(by - Date.now()) < farthest
  const [photoToken] = /^[\w-]{48}$/.exec(params.get('t') ?? '') ?? []
  const replyBy = isNear ? new Date(by) : undefined
  return { reference, replyBy, photoToken, ...readOutcome(params) }
}

export function showReceipt(html: string, receipt: Receipt): string {
  const { reference, replyBy, photoToken, added = 0, problems = [] } = receipt
  const promise = replyBy
    ? `<p class="promise">You hear from us by ${formatDateTime(replyBy)}.</p>`
    : ''
  const lines = [
    `Your reference is <strong>${reference}</strong>.`,
    ...(added > 0 ? [formatAdded(added)] : []),
    ...problems.map((problem) => photoProblems[problem]),
    ...(photoToken
      ? [
          `<a class="text-link" href="${addPhotosPath(photoToken)}">Add photos</a>: this private link works for 14 days, and is in our email to you too.`,
        ]
      : []),
  ]
  const text = lines.map((line) => `<p class="mt-5">${line}</p>`).join('')
  return html.replace(slot, () => promise + text)
}
