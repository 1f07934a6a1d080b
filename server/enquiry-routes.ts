// Responds to the two URLs that enquiries are posted to: JSON for scripts, a page for a plain form.
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Enquiries } from '#backend/enquiries/enquiries.ts'
import { isFormPost } from '#backend/enquiries/read-request.ts'
import type { SubmissionResult, TypedValues } from '#backend/enquiries/submission-result.ts'
import { networkOf } from '#backend/limits/network.ts'
import { currentRequestId } from '#backend/request-context.ts'
import type { Content } from '#content/content.ts'
import type { LiveContent } from '#content/live-content.ts'
import { stepsAfterReply } from '#content/quote-steps.ts'
import { formatDateTime, replyDue } from '#content/reply-promise.ts'
import { enquiryActions, paths } from '#schemas/paths.ts'
import { failure, honeypotHit } from '#site/islands/enquiry-form/notices.ts'
import { writeOutcome } from '#site/pages/enquiry/photo-outcome.ts'
import type { Site } from '#site/render.tsx'
import type { Log } from './log.ts'
import { factsOf } from './request-facts.ts'

export interface EnquiryRoutesOptions {
  enquiries: Pick<Enquiries, 'accept'>
  site: Pick<Site, 'renderEnquiryAgain'>
  content: LiveContent
  log: Log
}

/** CORS as in a hosted Supabase project, so that supabase-js can call the function from any site. */
const allowOtherSites = cors({
  allowHeaders: ['authorization', 'x-client-info', 'apikey', 'content-type'],
  allowMethods: ['POST', 'OPTIONS'],
})

const unavailableRetrySeconds = 30

export function enquiryRoutes(options: EnquiryRoutesOptions): Hono {
  const { enquiries, site, content, log } = options
  const due = () => replyDue(new Date(), content.current.hours)
  const app = new Hono()

  app.use(enquiryActions.contactFunction, allowOtherSites)
  for (const action of Object.values(enquiryActions)) {
    app.post(action, async (c) => {
      const outcome = await enquiries.accept(c.req.raw, networkOf(factsOf(c.req.raw).address))
      if (outcome.kind === 'accepted') {
        log.info({ enquiry: outcome.id, reference: outcome.reference }, 'enquiry accepted')
      }
      return wantsPage(c)
        ? pageResponse(c, site, action, outcome, due())
        : jsonResponse(c, content.current, outcome, due())
    })
    app.all(action, (c) =>
      c.json(refusedBody('method_not_allowed', 'Send enquiries by POST'), 405, {
        Allow: action === enquiryActions.contactFunction ? 'POST, OPTIONS' : 'POST',
      }),
    )
  }
  app.onError((error, c) => {
    log.error({ err: error }, 'enquiry failed')
    if (!wantsPage(c)) return c.json(refusedBody('internal', failure.text), 500)
    const again = { action: c.req.path, values: {}, errors: {}, message: failure.text }
    return sendAgain(c, site.renderEnquiryAgain({ ...again, ...idFor(500) }, 500))
  })
  return app
}

function wantsPage(c: Context): boolean {
  return isFormPost(c.req.raw) && !prefersJson(c)
}

function prefersJson(c: Context): boolean {
  return /\bapplication\/([\w.-]+\+)?json\b/i.test(c.req.header('accept') ?? '')
}

function jsonResponse(
  c: Context,
  { nextSteps }: Content,
  outcome: SubmissionResult,
  due: Date,
): Response {
  c.header('Cache-Control', 'no-store')
  switch (outcome.kind) {
    case 'accepted':
      return c.json({
        ok: true,
        id: outcome.id,
        reference: outcome.reference,
        answer_by: formatDateTime(due),
        // Pages need not carry them for the few who send an enquiry.
        next_steps: stepsAfterReply(nextSteps),
        photo_token: outcome.photoToken,
      })
    case 'invalid':
      return c.json(
        { error: 'validation', fields: outcome.fields, request_id: currentRequestId() },
        422,
      )
    default: {
      const { status, error, message, headers } = refusal(outcome)
      return c.json(refusedBody(error, message), status, headers)
    }
  }
}

function pageResponse(
  c: Context,
  site: EnquiryRoutesOptions['site'],
  action: string,
  outcome: SubmissionResult,
  due: Date,
): Response {
  if (outcome.kind === 'accepted') {
    const { reference, photoToken, photos } = outcome
    const by = due.getTime()
    return c.body(null, 303, {
      Location: `${paths.enquirySent}?ref=${reference}&by=${by}&t=${photoToken}&${writeOutcome(photos)}`,
      'Cache-Control': 'no-store',
    })
  }
  const isInvalid = outcome.kind === 'invalid'
  const refused = isInvalid ? undefined : refusal(outcome)
  const page = site.renderEnquiryAgain(
    {
      action,
      values: valuesOf(outcome),
      errors: isInvalid ? outcome.fields : {},
      hadPhotos: 'hadPhotos' in outcome && outcome.hadPhotos,
      ...(refused && { message: refused.message, ...idFor(refused.status) }),
    },
    refused?.status ?? 422,
  )
  return sendAgain(c, page, refused?.headers)
}

function sendAgain(
  c: Context,
  page: ReturnType<Site['renderEnquiryAgain']>,
  headers: Record<string, string> = {},
): Response {
  return c.body(page.body, page.status as 422, {
    ...page.headers,
    ...headers,
    'Cache-Control': 'no-store',
  })
}

function refusedBody(error: string, message: string) {
  return { error, message, request_id: currentRequestId() }
}

/** Visitors see the request id only for server errors. */
function idFor(status: number): { requestId?: string } {
  const requestId = status >= 500 ? currentRequestId() : undefined
  return requestId ? { requestId } : {}
}

function valuesOf(outcome: SubmissionResult): TypedValues {
  return 'values' in outcome ? outcome.values : {}
}

type Refused = Exclude<SubmissionResult, { kind: 'accepted' | 'invalid' }>
interface Refusal {
  status: 400 | 413 | 429 | 500 | 503
  error: string
  message: string
  headers: Record<string, string>
}

function refusal(outcome: Refused): Refusal {
  switch (outcome.kind) {
    case 'trapped':
      return { status: 400, error: 'rejected', message: honeypotHit.text, headers: {} }
    case 'failed':
      return { status: 500, error: 'internal', message: failure.text, headers: {} }
    case 'notAnEnquiry':
      return {
        status: 400,
        error: 'not_an_enquiry',
        message: 'This is not an enquiry: send its fields as JSON or as a form.',
        headers: {},
      }
    case 'tooLarge':
      return {
        status: 413,
        error: 'too_large',
        message: 'This is too much to send at once. Please shorten it, or call us directly.',
        // The rest of the body is not read.
        headers: { Connection: 'close' },
      }
    case 'tooMany':
      return {
        status: 429,
        error: 'too_many_requests',
        message:
          'We have had several enquiries from you in a short time. Please wait a little, or call us directly.',
        headers: { 'Retry-After': String(outcome.retryAfterSeconds) },
      }
    case 'unavailable':
      return {
        status: 503,
        error: 'unavailable',
        message: failure.text,
        headers: { 'Retry-After': String(unavailableRetrySeconds) },
      }
  }
}
