// No request may send more than a megabyte. Hono's own middleware makes a new Request of a body that
// does not say its length, which Node's adapter refuses: every DELETE without a body was a 500.
import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '../problem.ts'
import { readBounded } from './bounded-body.ts'

const maxBodyBytes = 1_048_576

export const limitBody: MiddlewareHandler = async function refuseTooLarge(c, next) {
  await requireSmallBody(c)
  await next()
}

export async function requireSmallBody(c: Pick<Context, 'req'>): Promise<void> {
  // A guard has read it already.
  if ('text' in c.req.bodyCache) return
  const length = c.req.header('content-length')
  if (length === undefined) await readWithin(c)
  else if (Number(length) > maxBodyBytes) throw tooLarge()
  // Whole before anything is decided: who holds a part of it back would be judged by what was true then.
  else if (Number(length) > 0) await c.req.text()
}

/** Reads a body of unknown length and leaves it where `c.req.text()` looks first. */
async function readWithin(c: Pick<Context, 'req'>): Promise<void> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || !c.req.raw.body) return
  const bytes = await readBounded(c.req.raw.body, maxBodyBytes)
  if (!bytes) throw tooLarge()
  // A promise, because an empty text would count as not read.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(new TextDecoder().decode(bytes)) })
}

function tooLarge(): Problem {
  return new Problem('request_entity_too_large', {
    status: 413,
    message: `Request body too large (max ${maxBodyBytes} bytes)`,
  })
}
