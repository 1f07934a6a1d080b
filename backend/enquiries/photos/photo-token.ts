// The token of the private link "Add photos": which enquiry, until when, and an HMAC. Short, because it
// is part of a link in an email. It allows adding photographs and nothing else.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface PhotoTokens {
  sign(enquiryId: string, from?: Date): string
  /** The id of the enquiry; undefined for a token that is forged or has expired. */
  read(token: string): string | undefined
}

const lifeMs = 14 * 86_400_000
const idBytes = 16
const macBytes = 16
const length = idBytes + 4 + macBytes

export function photoTokens(secret: string): PhotoTokens {
  const macOf = (claims: Buffer) =>
    createHmac('sha256', secret)
      .update('enquiry-photos')
      .update(claims)
      .digest()
      .subarray(0, macBytes)
  return {
    sign(enquiryId, from = new Date()) {
      const claims = Buffer.alloc(idBytes + 4)
      claims.write(enquiryId.replaceAll('-', ''), 'hex')
      claims.writeUInt32BE(Math.floor((from.getTime() + lifeMs) / 1000), idBytes)
      return Buffer.concat([claims, macOf(claims)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== length || bytes.toString('base64url') !== token) return undefined
      const claims = bytes.subarray(0, idBytes + 4)
      if (!timingSafeEqual(macOf(claims), bytes.subarray(idBytes + 4))) return undefined
      if (claims.readUInt32BE(idBytes) * 1000 < Date.now()) return undefined
      return claims
        .toString('hex', 0, idBytes)
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
