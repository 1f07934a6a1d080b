// The token in the address of a preview: on whose behalf the drafts are read, until when, and an HMAC.
// The address is shown in a frame, which sends no Authorization header.
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { Caller } from '../database/as-caller.ts'

export interface PreviewTokens {
  sign(caller: Caller): string
  /** Undefined for a token that is forged or has expired. */
  read(token: string): Caller | undefined
}

const lifeMs = 30 * 60_000
const claimsSchema = v.object({
  sub: v.string(),
  session_id: v.string(),
  aal: v.optional(v.string()),
  exp: v.number(),
})

export function previewTokens(secret: string, now: () => number = Date.now): PreviewTokens {
  const macOf = (text: string) => createHmac('sha256', secret).update('site-preview').update(text)
  return {
    sign({ claims: { sub, session_id, aal } }) {
      const claims = { sub, session_id, aal, exp: now() + lifeMs }
      const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return `${text}.${macOf(text).digest('base64url')}`
    },
    read(token) {
      const [text = '', mac = ''] = token.split('.')
      const expected = macOf(text).digest()
      const given = Buffer.from(mac, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const { exp, ...claims } = v.parse(
        claimsSchema,
        JSON.parse(Buffer.from(text, 'base64url').toString()),
      )
      return exp > now() ? { role: 'authenticated', claims } : undefined
    },
  }
}
