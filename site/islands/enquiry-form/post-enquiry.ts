// Posts an enquiry and returns the result.
import type { EnquiryErrors } from '#schemas/enquiry.ts'
import { readCampaign } from '../../hydration/campaign.ts'
import type { SentEnquiry } from './sent.tsx'

export type PostResult =
  | { kind: 'sent'; answer: SentEnquiry }
  | { kind: 'rejected'; errors: EnquiryErrors }
  /** Rate limit or too large: the server's message says what to do. */
  | { kind: 'refused'; message: string }
  | { kind: 'failed' }
  /** No response: offline, or the connection is too weak. */
  | { kind: 'unreachable' }

/** On a weak connection a request could otherwise hang for minutes. */
const timeoutMs = 30_000

export async function postEnquiry(action: string, enquiry: object): Promise<PostResult> {
  let response: Response
  try {
    response = await fetch(action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      body: JSON.stringify({
        ...enquiry,
        website: '',
        page_url: location.href.split('#')[0],
        referrer: document.referrer,
        ...readCampaign(),
      }),
    })
  } catch {
    return { kind: 'unreachable' }
  }
  try {
    return await readAnswer(response)
  } catch {
    return { kind: 'failed' }
  }
}

async function readAnswer(response: Response): Promise<PostResult> {
  const answer = await response.json()
  if (response.status === 422) return { kind: 'rejected', errors: answer.fields }
  // A gateway in front may refuse in words of its own.
  if ((response.status === 429 || response.status === 413) && typeof answer.message === 'string') {
    return { kind: 'refused', message: answer.message }
  }
  return response.ok ? { kind: 'sent', answer } : { kind: 'failed' }
}
