// Answers the two addresses that enquiries are sent to: JSON for scripts, a page for a plain form.
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Enquiries } from '#backend/enquiries/enquiries.ts'
import type { Outcome, TypedValues } from '#backend/enquiries/outcome.ts'
import { isFormPost } from '#backend/enquiries/read-request.ts'
import { networkOf } from '#backend/limits/network.ts'
import { currentRequestId } from '#backend/request-context.ts'
import { formatDateTime, replyDue } from '#content/reply-promise.ts'
import { enquiryActions, paths } from '#schemas/paths.ts'
import { failure, honeypotHit } from '#site/islands/enquiry-form/notices.ts'
import type { Site } from '#site/render.tsx'
import type { Log } from './log.ts'
import { factsOf } from './request-facts.ts'

export interface EnquiryAnswersOptions {
  enquiries: Pick<Enquiries, 'accept'>
  site: Pick<Site, 'renderEnquiryAgain'>
  log: Log
}

/** As functions of a hosted project answer, so that supabase-js can invoke this one from anywhere. */
const allowOtherSites = cors({
  allowHeaders: ['authorization', 'x-client-info', 'apikey', 'content-type'],
  allowMethods: ['POST', 'OPTIONS'],
})

const comeBackSeconds = 30

export function enquiryAnswers(options: EnquiryAnswersOptions): Hono {
  const { enquiries, site, log } = options
  const app = new Hono()

  app.use(enquiryActions.everyForm, allowOtherSites)
  for (const action of Object.values(enquiryActions)) {
    app.post(action, async (c) => {
      const outcome = await enquiries.accept(c.req.raw, networkOf(factsOf(c.req.raw).address))
      if (outcome.kind === 'accepted') {
        log.info({ enquiry: outcome.id, reference: outcome.reference }, 'enquiry accepted')
      }
      return wantsPage(c) ? pageAnswer(c, site, action, outcome) : jsonAnswer(c, outcome)
    })
    app.all(action, (c) =>
      c.json(refusedBody('method_not_allowed', 'Send enquiries by POST'), 405, {
        Allow: action === enquiryActions.everyForm ? 'POST, OPTIONS' : 'POST',
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

function jsonAnswer(c: Context, outcome: Outcome): Response {
  c.header('Cache-Control', 'no-store')
  switch (outcome.kind) {
    case 'accepted':
      return c.json({
        ok: true,
        id: outcome.id,
        reference: outcome.reference,
        answer_by: formatDateTime(replyDue(new Date())),
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

function pageAnswer(
  c: Context,
  site: EnquiryAnswersOptions['site'],
  action: string,
  outcome: Outcome,
): Response {
  if (outcome.kind === 'accepted') {
    return c.body(null, 303, {
      Location: `${paths.enquirySent}?ref=${outcome.reference}`,
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

/** Visitors are shown the id when it is our fault; otherwise it would only puzzle them. */
function idFor(status: number): { requestId?: string } {
  const requestId = status >= 500 ? currentRequestId() : undefined
  return requestId ? { requestId } : {}
}

function valuesOf(outcome: Outcome): TypedValues {
  return 'values' in outcome ? outcome.values : {}
}

type Refused = Exclude<Outcome, { kind: 'accepted' | 'invalid' }>
interface Refusal {
  status: 400 | 413 | 429 | 503
  error: string
  message: string
  headers: Record<string, string>
}

function refusal(outcome: Refused): Refusal {
  switch (outcome.kind) {
    case 'trapped':
      return { status: 400, error: 'rejected', message: honeypotHit.text, headers: {} }
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
        // What is still on its way is not read.
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
        headers: { 'Retry-After': String(comeBackSeconds) },
      }
  }
}
