// POST /admin/generate_link: the link and code of an email, for an administrator to deliver by hand.
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import { audit, roleActor } from '../accounts/audit.ts'
import { readEmail } from '../accounts/contacts.ts'
import { hashCode, makeCode, putToken, type TokenKind } from '../accounts/one-time-tokens.ts'
import { bindSignUp } from '../accounts/sign-up-tokens.ts'
import { userJson } from '../accounts/user-json.ts'
import { type Account, findByEmail, findById, lockAccount, updateUser } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { buildVerifyUrl } from '../email-link/auth-mails.ts'
import { hashPassword, randomPassword, requireGoodPassword } from '../password/passwords.ts'
import { emailExists, internal, notFound, validationFailed } from '../problems.ts'
import { redirectTarget } from '../redirects.ts'
import { metadata, readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { findOrOpenUnconfirmed } from './invitations.ts'

const Body = v.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
})
type Body = v.InferOutput<typeof Body>

const tokenOfType = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
} satisfies Record<string, TokenKind>
type LinkType = keyof typeof tokenOfType

interface Request {
  type: LinkType
  email: string
  newEmail: string
  passwordHash: string
  data: Body['data']
}

export function generateLink(service: Service): Endpoint {
  return async function generateActionLink(c) {
    const body = await readBody(c, Body)
    const redirectTo = redirectTarget(service, c, body.redirect_to)
    const request = await readRequest(service, body)
    const { type, email } = request
    const now = service.now()
    const made = await service.database.transaction(async (tx) => {
      const account = await findOwner(tx, request, now)
      const contact = type === 'email_change_new' ? request.newEmail : email
      const { code, hash } = makeCode(service.keys, contact, false)
      await putToken(tx, account.id, tokenOfType[type], { hash, contact, now })
      // A link from an administrator may be answered from any network.
      if (type === 'signup' || type === 'email_change_new') {
        await bindSignUp(tx, account.id, tokenOfType[type], 'administrator')
      }
      await audit(tx, now, {
        actor: roleActor(c.var.serviceCaller.role),
        action: type === 'invite' ? 'user_invited' : 'user_recovery_requested',
        traits: { user_id: account.id, user_email: email },
      })
      return { account: await findById(tx, account.id), code, hash }
    })
    if (!made.account) throw internal('Error generating link')
    const linkType = type.startsWith('email_change') ? 'email_change' : type
    return c.json({
      ...userJson(made.account),
      action_link: buildVerifyUrl(service, { token: made.hash, type: linkType, redirectTo }),
      email_otp: made.code,
      // Uses the old address even for the new one's link, like the official service.
      hashed_token: hashCode(service.keys, email, made.code),
      verification_type: type,
      redirect_to: redirectTo,
    })
  }
}

/** Validation and hashing, before a transaction is open. */
async function readRequest({ database }: Service, body: Body): Promise<Request> {
  const email = readEmail(body.email)
  if (!isLinkType(body.type)) {
    throw validationFailed(`Invalid email action link type requested: ${body.type}`)
  }
  const isKnown = (await findByEmail(database, email)) !== undefined
  // A magic link for an unknown address is a sign-up.
  const type = body.type === 'magiclink' && !isKnown ? 'signup' : body.type
  if (!isKnown && type !== 'signup' && type !== 'invite') {
    throw notFound('user_not_found', 'User with this email not found')
  }
  if (body.type === 'signup') {
    if (!body.password) throw validationFailed('Signup requires a valid password')
    requireGoodPassword(body.password)
  }
  const passwordHash =
    type === 'signup' ? await hashPassword(body.password || randomPassword()) : ''
  const newEmail = type.startsWith('email_change') ? readEmail(body.new_email) : ''
  return { type, email, newEmail, passwordHash, data: body.data }
}

async function findOwner(tx: Queryable, request: Request, now: Date): Promise<Account> {
  const { type, email, newEmail, passwordHash, data } = request
  if (type === 'signup' || type === 'invite') {
    const account = await findOrOpenUnconfirmed(tx, email, { data: data ?? {}, passwordHash }, now)
    if (type === 'invite') await updateUser(tx, account.id, { invited_at: now }, now)
    return account
  }
  const found = await findByEmail(tx, email)
  const account = found && (await lockAccount(tx, found.id))
  if (!account) throw notFound('user_not_found', 'User with this email not found')
  if (newEmail) {
    if (await findByEmail(tx, newEmail)) throw emailExists()
    const pending = { email_change: newEmail, email_change_confirm_status: 0 }
    await updateUser(tx, account.id, pending, now)
  }
  return account
}

function isLinkType(text: string): text is LinkType {
  return Object.hasOwn(tokenOfType, text)
}
