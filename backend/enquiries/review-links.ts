// The link "Do not ask me for reviews" at the end of a request. Its token is the hash of the address with
// an HMAC: it needs no row, so that it works after the enquiry was erased, and allows stopping alone.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { paths } from '#schemas/paths.ts'
import type { Queryable } from '../database/database.ts'

export interface ReviewLinks {
  /** The path for this address, given by its hash. */
  pathFor(addressHash: string): string
  /** Whether the token is ours. Changes nothing: mail scanners follow links. */
  isKnown(token: string): boolean
  /** Nobody at the address is asked again. False for a token that is not ours. */
  stop(token: string): Promise<boolean>
}

const hashBytes = 32
const macBytes = 16

export function reviewLinks(database: Queryable, secret: string): ReviewLinks {
  const macOf = (hash: Buffer) =>
    createHmac('sha256', secret)
      .update('review-requests')
      .update(hash)
      .digest()
      .subarray(0, macBytes)
  function read(token: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.length !== hashBytes + macBytes || bytes.toString('base64url') !== token) {
      return undefined
    }
    const hash = bytes.subarray(0, hashBytes)
    return timingSafeEqual(macOf(hash), bytes.subarray(hashBytes))
      ? hash.toString('hex')
      : undefined
  }
  return {
    pathFor(addressHash) {
      const hash = Buffer.from(addressHash, 'hex')
      const token = Buffer.concat([hash, macOf(hash)]).toString('base64url')
      return `${paths.reviewRequests}/${token}`
    },
    isKnown: (token) => read(token) !== undefined,
    async stop(token) {
      const hash = read(token)
      if (!hash) return false
      await database.query('select internal.decline_reviews($1)', [hash])
      return true
    },
  }
}
