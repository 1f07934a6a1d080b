// Format and hashing of recovery codes: 15 unambiguous letters and digits in three groups, 75 bits of
// entropy.
import { createHash, randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 15

export function makeRecoveryCode(): string {
  const characters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return characters.replace(/(.{5})(?=.)/g, '$1-')
}

/**
 * Accepts lower case, spaces instead of dashes, and look-alikes such as O for 0. The hash includes
 * the user's id, so that equal codes of two accounts have different hashes.
 */
export function hashRecoveryCode(userId: string, typed: string): Buffer {
  const plain = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(`${userId}:${plain}`).digest()
}
