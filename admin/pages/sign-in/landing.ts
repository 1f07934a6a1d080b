// Why the user came to `/auth`: read from the URL at load, before the auth client clears it.
import { type MailedCode, mailedCodes } from '#schemas/paths.ts'
import { switchedOff } from './error-texts.ts'

export interface Landing {
  /** The user came by an email link after which they have to choose a password. */
  choosesPassword: boolean
  /** Error text for a link or sign-in that failed. */
  refusal: string | undefined
  /** A change of address was confirmed from one of its two emails. */
  isHalfConfirmed: boolean
  /** It was confirmed from both: the user signs in with the new one. */
  hasNewAddress: boolean
  setupToken: string | undefined
  isSignUp: boolean
  /** The kind of email whose code has to be entered. */
  mailedCode: MailedCode | undefined
  /** From the link of that email: nothing has to be typed. */
  mailedToken: string | undefined
}

/** In session storage, to survive a reload: an invited user has no password until they choose one. */
const storageKey = 'choose-password'
const chosenAfterKey = 'password-chosen-after'

/** The auth service's message after the first of the two confirmations of a new address. */
const firstConfirmed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export const almostThere = {
  title: 'Almost there',
  text: 'That address is confirmed. Now type the code, or follow the link, of the email that went to the other address.',
}

export const addressChanged = {
  title: 'Email address changed',
  text: 'From now on you sign in with the new one.',
}

export const linkExpired =
  'Email link is invalid or has expired. Ask for a new one under “Forgotten your password?”, or ask the colleague who invited you for another invitation.'

const refusals = new Map([
  ['otp_expired', linkExpired],
  ['email_exists', 'Another account has this email address by now.'],
  ['identity_already_exists', 'That account is linked to another account here already.'],
  ['user_banned', switchedOff],
  ['signup_disabled', 'You cannot open an account here. Ask an administrator for an invitation.'],
  [
    'provider_email_needs_verification',
    'The email address has to be confirmed first. Check your email, then sign in again.',
  ],
  [
    'bad_oauth_state',
    'Signing in took too long, or was started in another browser. Please try again.',
  ],
  ['flow_state_already_used', 'This sign-in was used already. Please try again.'],
  ['flow_state_expired', 'Signing in took too long. Please try again.'],
])

export const landing = readLanding(new URL(location.href))

export type PasswordReason = 'invite' | 'recovery'

const isReason = (kept: string | null): kept is PasswordReason =>
  kept === 'invite' || kept === 'recovery'

export function choosePasswordAfter(kind: PasswordReason): void {
  sessionStorage.setItem(storageKey, kind)
}

export function passwordChosen(): void {
  const kind = sessionStorage.getItem(storageKey)
  if (isReason(kind)) sessionStorage.setItem(chosenAfterKey, kind)
  sessionStorage.removeItem(storageKey)
}

/** Why the user chose a password in this tab, if they did; they may be waiting for a role. */
export function passwordChosenAfter(): PasswordReason | undefined {
  const kind = sessionStorage.getItem(chosenAfterKey)
  return isReason(kind) ? kind : undefined
}

/**
 * Our own text, chosen by the error code. The text in the URL is not shown: an attacker could write it,
 * and it would appear under the company's name.
 */
function refusalOf(fragment: URLSearchParams): string | undefined {
  if (!fragment.has('error') && !fragment.has('error_description')) return undefined
  const isRefused = !fragment.has('error_code') && fragment.get('error') === 'access_denied'
  const known = isRefused
    ? 'Signing in was cancelled or refused there. Please try again.'
    : refusals.get(fragment.get('error_code') ?? '')
  return known ?? 'That did not work. Please try again.'
}

function readLanding({ hash, searchParams }: URL): Landing {
  const fragment = new URLSearchParams(hash.slice(1))
  const type = fragment.get('type')
  if (fragment.has('access_token') && (type === 'recovery' || type === 'invite')) {
    choosePasswordAfter(type)
  }
  return {
    choosesPassword: sessionStorage.getItem(storageKey) !== null,
    refusal: refusalOf(fragment),
    isHalfConfirmed: fragment.get('message') === firstConfirmed,
    hasNewAddress: fragment.has('access_token') && type === 'email_change',
    setupToken: searchParams.get('setup') ?? undefined,
    isSignUp: searchParams.get('mode') === 'sign-up',
    mailedCode: mailedCodes.find((kind) => kind === searchParams.get('enter-code')),
    mailedToken: searchParams.get('token') ?? undefined,
  }
}
