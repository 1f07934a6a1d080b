// Password policy and hashing: bcrypt, as on a hosted project, and imported hashes.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/bcrypt'
import { Problem } from '../../problem.ts'
import { validationFailed } from '../problems.ts'
import { bcryptCost } from './bcrypt-cost.ts'
import { commonPasswords } from './common-passwords.ts'
import { isImportedHash, isPasswordOfImport } from './imported-passwords.ts'

export const minLength = 6
/** bcrypt ignores further bytes. */
const maxBytes = 72

export type Weakness = 'length' | 'pwned'

export interface WeakPassword {
  message: string
  reasons: Weakness[]
}

/** Why a password is refused, if it is. */
export function findWeakness(password: string): WeakPassword | undefined {
  if (password.length < minLength) {
    const message = `Password should be at least ${minLength} characters.`
    return { message, reasons: ['length'] }
  }
  if (commonPasswords.has(password.toLowerCase())) {
    const message = 'Password is known to be weak and easy to guess, please choose a different one.'
    return { message, reasons: ['pwned'] }
  }
  return undefined
}

export function requireGoodPassword(password: string): void {
  requireShortEnough(password)
  const weakness = findWeakness(password)
  if (!weakness) return
  const { message, reasons } = weakness
  throw new Problem('weak_password', { status: 422, message, details: { reasons } })
}

export function requireShortEnough(password: string): void {
  if (Buffer.byteLength(password) > maxBytes) {
    throw validationFailed('Password cannot be longer than 72 characters')
  }
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, bcryptCost)
}

/** For accounts without a chosen password. */
export function randomPassword(): string {
  return randomBytes(32).toString('base64url')
}

/** Hash of a random password, compared when there is no account, so that it takes as long. */
let dummyHash: Promise<string> | undefined

export async function isPasswordOf(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  // Refuse what bcrypt would truncate.
  const isTooLong = Buffer.byteLength(password) > maxBytes
  if (stored && !(isTooLong && isBcryptHash(stored))) {
    return isBcryptHash(stored) ? verify(password, stored) : isPasswordOfImport(stored, password)
  }
  dummyHash ??= hashPassword(randomPassword())
  await verify(password, await dummyHash)
  return false
}

/** Can this service and a hosted project verify passwords against it? */
export function isKnownHash(text: string): boolean {
  return isBcryptHash(text) || isImportedHash(text)
}

function isBcryptHash(text: string): boolean {
  return /^\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}$/.test(text)
}
