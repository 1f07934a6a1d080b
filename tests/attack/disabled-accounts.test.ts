// Finding out whether an account is disabled. Every endpoint that takes an email address or a number
// responds the same for a disabled account as for an active one, and, where accounts must not be
// enumerable, as for none.
import { describe, expect, test } from 'vitest'
import { follow, lastMail } from '#tests/support/auth-mails.ts'
import { freshEmail, openAuth, goodPassword as password } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

/** New addresses are requested but not confirmed yet. */
type Contacts = Record<'email' | 'phone' | 'newEmail' | 'newPhone', string>
type AuthCard = [name: string, path: string, body: (contacts: Contacts) => object]

const token = '000000'
const mailTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change']

/** The same response with and without an account. */
const doors: AuthCard[] = [
  ...mailTypes.map(
    (type): AuthCard => [
      `a code of type ${type}`,
      '/verify',
      ({ email }) => ({ type, email, token }),
    ],
  ),
  ...['sms', 'phone_change'].map(
    (type): AuthCard => [
      `a code of type ${type}`,
      '/verify',
      ({ phone }) => ({ type, phone, token }),
    ],
  ),
  [
    'a code for the new address',
    '/verify',
    ({ newEmail: email }) => ({ type: 'email_change', email, token }),
  ],
  [
    'a code for the new number',
    '/verify',
    ({ newPhone: phone }) => ({ type: 'phone_change', phone, token }),
  ],
  ['a lost password', '/recover', ({ email }) => ({ email })],
  ['a link to sign in', '/otp', ({ email }) => ({ email })],
  ['a message to sign in', '/otp', ({ phone }) => ({ phone })],
  ...['signup', 'email_change'].map(
    (type): AuthCard => [
      `the mail of type ${type} again`,
      '/resend',
      ({ email }) => ({ type, email }),
    ],
  ),
  ...['sms', 'phone_change'].map(
    (type): AuthCard => [
      `the message of type ${type} again`,
      '/resend',
      ({ phone }) => ({ type, phone }),
    ],
  ),
  ['signing up by mail', '/signup', ({ email }) => ({ email, password })],
  ['signing up by phone', '/signup', ({ phone }) => ({ phone, password })],
  ...(['email', 'phone'] as const).map(
    (contact): AuthCard => [
      `a wrong password for the ${contact}`,
      '/token?grant_type=password',
      (contacts) => ({ [contact]: contacts[contact], password: 'not-the-password-1' }),
    ],
  ),
]

/** These reveal whether an account exists, as the official service does, and nothing more. */
const tellingDoors: AuthCard[] = [
  ['a link for who is known', '/otp', ({ email }) => ({ email, create_user: false })],
  ['a message for who is known', '/otp', ({ phone }) => ({ phone, create_user: false })],
]

interface Wanted {
  isDisabled: boolean
  isConfirmed: boolean
  /** Optional, because hashing a password takes longer than everything else here. */
  hasPassword?: boolean
}

let numbers = 0
function freshPhone(): string {
  numbers += 1
  return `4477009${String(numbers).padStart(5, '0')}`
}
const fresh = (): Contacts => ({
  ...{ email: freshEmail(), phone: freshPhone() },
  ...{ newEmail: freshEmail(), newPhone: freshPhone() },
})

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    confirming: { autoconfirm: false, allowsPhone: true },
    autoconfirming: { allowsPhone: true },
  })

  async function account(change: Wanted) {
    const contacts = fresh()
    const { email, phone, newEmail, newPhone } = contacts
    const { isConfirmed } = change
    const { data } = await auth.confirming.admin.createUser({
      ...{ email, phone, email_confirm: isConfirmed, phone_confirm: isConfirmed },
      ...(change.hasPassword && { password }),
      ...(change.isDisabled && { ban_duration: '1000h' }),
    })
    const { count } = await auth.database.query(
      'update auth.users set email_change = $2, phone_change = $3 where id = $1',
      [data.user?.id, newEmail, newPhone],
    )
    expect(count).toBe(1)
    return contacts
  }

  async function answer(service: 'confirming' | 'autoconfirming', door: AuthCard, known: Contacts) {
    const [, path, body] = door
    const told = await auth[service].post(path, body(known))
    return `${told.status} ${withoutValues(await told.text())}`
  }

  describe.each([true, false])('contacts are confirmed: %s', (isConfirmed) => {
    test.each(doors)('%s', async (...door) => {
      const disabled = await account({ isDisabled: true, isConfirmed })
      const open = await account({ isDisabled: false, isConfirmed })
      const told = await answer('confirming', door, disabled)
      expect(told).toBe(await answer('confirming', door, open))
      expect(told).toBe(await answer('confirming', door, fresh()))
      expect(told).not.toContain('banned')
    })
  })

  test.each([...doors, ...tellingDoors])('with autoconfirm: %s', async (...door) => {
    const disabled = await account({ isDisabled: true, isConfirmed: true })
    const open = await account({ isDisabled: false, isConfirmed: true })
    const told = await answer('autoconfirming', door, disabled)
    expect(told).toBe(await answer('autoconfirming', door, open))
    expect(told).not.toContain('banned')
  })

  test('who knows the password, the code or the link learns it, and gets no session', async () => {
    const service = auth.confirming
    const { email, phone } = await account({
      isDisabled: true,
      isConfirmed: true,
      hasPassword: true,
    })
    const signedIn = await service.client().signInWithPassword({ email, password })
    expect(signedIn.error?.code).toBe('user_banned')

    await service.post('/recover', { email })
    const { code, link } = lastMail(service, email)
    const byCode = await service.post('/verify', { type: 'recovery', email, token: code })
    expect([byCode.status, (await byCode.json()).error_code]).toEqual([403, 'user_banned'])
    expect((await follow(service, link)).fragment.get('error_code')).toBe('user_banned')

    await service.post('/otp', { phone })
    const sent = service.messages.at(-1)
    expect(sent?.to).toContain(phone)
    const typed = /\d{6}/.exec(sent?.text ?? '')?.[0]
    const bySms = await service.post('/verify', { type: 'sms', phone, token: typed })
    expect([bySms.status, (await bySms.json()).error_code]).toEqual([403, 'user_banned'])
  })
})

/** Ids, times, addresses and numbers differ in any case. */
function withoutValues(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
    .replace(/person-\d+@example\.com/g, 'EMAIL')
    .replace(/4477009\d{5}/g, 'PHONE')
}
