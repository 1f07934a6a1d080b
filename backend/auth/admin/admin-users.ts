// The fields that the admin API may set on an account, and how they are read.
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import { Problem } from '../../problem.ts'
import { readEmail, readPhone } from '../accounts/contacts.ts'
import { type Account, findById, isPhoneTaken } from '../accounts/users.ts'
import type { AuthContext } from '../context.ts'
import { hashPassword, isKnownHash, requireShortEnough } from '../password/passwords.ts'
import { notFound, unprocessable, userNotFound, validationFailed } from '../problems.ts'
import { flag, metadata, text } from '../request-body.ts'
import { parseDuration } from './durations.ts'

export const AdminUserBody = v.object({
  id: text,
  aud: text,
  role: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
})
export type AdminUserBody = v.InferOutput<typeof AdminUserBody>

export function readContacts(body: AdminUserBody): { email: string; phone: string } {
  return {
    email: body.email ? readEmail(body.email) : '',
    phone: body.phone ? readPhone(body.phone) : '',
  }
}

/** The hash to store, if the request sets a password at all. */
export async function readPasswordHash(body: AdminUserBody): Promise<string | undefined> {
  if (body.password && body.password_hash) {
    throw validationFailed('Only a password or a password hash should be provided')
  }
  if (body.password_hash) {
    if (!isKnownHash(body.password_hash)) {
      throw validationFailed('Only bcrypt, argon2 and fbscrypt password hashes can be provided')
    }
    return body.password_hash
  }
  if (!body.password) return undefined
  requireShortEnough(body.password)
  return hashPassword(body.password)
}

/** The end of the ban; null lifts a ban, undefined leaves it unchanged. */
export function readBan({ ban_duration: duration }: AdminUserBody, now: Date) {
  if (duration === '') return undefined
  if (duration === 'none') return null
  const ms = parseDuration(duration)
  if (ms === undefined) {
    throw validationFailed(
      `invalid format for ban duration: time: invalid duration ${JSON.stringify(duration)}`,
    )
  }
  return new Date(now.getTime() + ms)
}

export async function requireFreePhone(q: Queryable, phone: string, exceptUserId?: string) {
  if (phone && (await isPhoneTaken(q, phone, exceptUserId))) {
    throw unprocessable('phone_exists', 'Phone number already registered by another user')
  }
}

export function userIdOf(c: AuthContext): string {
  const id = c.req.param('user_id') ?? ''
  if (!isUuid(id)) throw notFound('validation_failed', 'user_id must be an UUID')
  return id
}

export async function findNamed(q: Queryable, c: AuthContext): Promise<Account> {
  const account = await findById(q, userIdOf(c))
  if (!account) throw userNotFound()
  return account
}

/** A rule raised by the database, such as that of the last administrator, with its message. */
export function refusedByDatabase(cause: unknown): Problem {
  const message = cause instanceof Error ? cause.message : 'The account cannot be changed'
  return new Problem('conflict', { status: 409, message, cause })
}
