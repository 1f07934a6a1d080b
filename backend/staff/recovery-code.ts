// What a recovery code looks like and how it is kept: 15 letters and digits that cannot be mistaken
// for each other, in three groups, 75 bits of chance.
import { createHash, randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 15

export function makeRecoveryCode(): string {
  const characters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return characters.replace(/(.{5})(?=.)/g, '$1-')
}

/**
 * People type what they read: in small letters, with spaces for dashes, with an O for a nought. The
 * owner goes into the hash, so that equal hashes tell nothing about two accounts.
 */
export function hashRecoveryCode(userId: string, typed: string): Buffer {
  const plain = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(`${userId}:${plain}`).digest()
}
