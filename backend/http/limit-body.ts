// Limits request bodies to one megabyte. Hono's own middleware makes a new Request when a body has no
// Content-Length, which Node's adapter refuses: every DELETE without a body failed with status 500.
import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '../problem.ts'
import { readBounded } from './bounded-body.ts'

const maxBodyBytes = 1_048_576

export const limitBody: MiddlewareHandler = async function refuseTooLarge(c, next) {
  await requireSmallBody(c)
  await next()
}

export async function requireSmallBody(c: Pick<Context, 'req'>): Promise<void> {
  // A guard has already read it.
  if ('text' in c.req.bodyCache) return
  const length = c.req.header('content-length')
  if (length === undefined) await readWithin(c)
  else if (Number(length) > maxBodyBytes) throw tooLarge()
  // Read the whole body before anything is decided: a client that holds back a part could otherwise
  // delay the request past a check, such as that of its session.
  else if (Number(length) > 0) await c.req.text()
}

/** Reads a body of unknown length and caches it for `c.req.text()`. */
async function readWithin(c: Pick<Context, 'req'>): Promise<void> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || !c.req.raw.body) return
  const bytes = await readBounded(c.req.raw.body, maxBodyBytes)
  if (!bytes) throw tooLarge()
  // A promise, because Hono would take an empty string for an unread body.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(new TextDecoder().decode(bytes)) })
}

function tooLarge(): Problem {
  return new Problem('request_entity_too_large', {
    status: 413,
    message: `Request body too large (max ${maxBodyBytes} bytes)`,
  })
}
