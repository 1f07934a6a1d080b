// Every email of the auth service as it arrives: sent by the built product through a real SMTP
// server, parsed from the received message, its code entered or its link followed with the official
// client.
import { type EmailOtpType, GoTrueAdminApi, GoTrueClient } from '@supabase/auth-js'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AttackedProduct,
  asService,
  publishableKey,
  startAttackedProduct,
} from '#tests/support/attacked-product.ts'
import { freshEmail, goodPassword } from '#tests/support/auth-service.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'

const password = goodPassword
let mailServer: MailServer
let product: AttackedProduct

beforeAll(async () => {
  mailServer = await startMailServer()
  product = await startAttackedProduct({
    SMTP_URL: mailServer.url,
    AUTH_AUTOCONFIRM: 'false',
    AUTH_MAIL_INTERVAL: '0',
    COMPANY_NAME: 'Fieldfare & Daughters',
  })
})
afterAll(async () => {
  await product.remove()
  await mailServer.close()
})

const newClient = () =>
  new GoTrueClient({
    url: `${product.url}/auth/v1`,
    headers: { apikey: publishableKey },
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  })
const admin = () => new GoTrueAdminApi({ url: `${product.url}/auth/v1`, headers: asService })

test('a sign-up is confirmed with the code', async () => {
  const email = freshEmail('smtp-code')
  const client = newClient()
  expect((await client.signUp({ email, password })).data.session).toBeNull()
  const { code, subject } = await readMail(email)
  expect(subject).toContain('Fieldfare & Daughters')
  const { data, error } = await client.verifyOtp({ email, token: code, type: 'signup' })
  expect(error).toBeNull()
  expect(data.user?.email_confirmed_at).toBeTypeOf('string')
})

test('a sign-up is confirmed with the link', async () => {
  const email = freshEmail('smtp-link')
  await newClient().signUp({ email, password })
  await expectSignedInBy((await readMail(email)).link, email)
  expect((await newClient().signInWithPassword({ email, password })).error).toBeNull()
})

test('who confirms a sign-up from elsewhere is asked to choose a password', async () => {
  const email = freshEmail('smtp-elsewhere')
  await newClient().signUp({ email, password })
  const landing = await product.send((await readMail(email)).link)
  expect(landing.headers.get('location')).toMatch(/#access_token=.*&type=recovery$/)
  expect((await newClient().signInWithPassword({ email, password })).error?.code).toBe(
    'invalid_credentials',
  )
})

test('an invitation lets in and set a password', async () => {
  const email = freshEmail('smtp-invited')
  expect((await admin().inviteUserByEmail(email)).error).toBeNull()
  const client = await expectSignedInByButton((await readMail(email)).link, email)
  expect((await client.updateUser({ password })).error).toBeNull()
  expect((await newClient().signInWithPassword({ email, password })).error).toBeNull()
})

test('a magic link signs in, by link or by code', async () => {
  const { email } = await confirmed()
  await newClient().signInWithOtp({ email })
  await expectSignedInByButton((await readMail(email)).link, email)
  await newClient().signInWithOtp({ email })
  const { code } = await readMail(email)
  expect((await newClient().verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
})

test('a recovery mail leads to a new password', async () => {
  const { email } = await confirmed()
  await newClient().resetPasswordForEmail(email)
  const client = await expectSignedInByButton((await readMail(email)).link, email)
  expect((await client.updateUser({ password: 'rolled-turf-8' })).error).toBeNull()
  const again = await newClient().signInWithPassword({ email, password: 'rolled-turf-8' })
  expect(again.error).toBeNull()
})

test('a change of address needs the mails to both', async () => {
  const { email, client } = await confirmed()
  const newEmail = freshEmail('smtp-new')
  expect((await client.updateUser({ email: newEmail })).error).toBeNull()
  const [toOld, toNew] = await Promise.all([readMail(email), readMail(newEmail)])
  // Mail filters follow links: the address in use agrees by its code alone.
  expect([toOld.link, toNew.link]).toEqual(['', expect.stringContaining('email_change')])
  await client.verifyOtp({ email, token: toOld.code, type: 'email_change' })
  expect((await client.getUser()).data.user?.email).toBe(email)
  const { code } = toNew
  const changed = await client.verifyOtp({ email: newEmail, token: code, type: 'email_change' })
  expect(changed.error).toBeNull()
  expect((await client.getUser()).data.user?.email).toBe(newEmail)
})

test('a reauthentication mail has a code and no link', async () => {
  const { email, client } = await confirmed()
  expect((await client.reauthenticate()).error).toBeNull()
  const { code, link } = await readMail(email)
  expect(link).toBe('')
  const changed = await client.updateUser({ password: 'rolled-turf-9', nonce: code })
  expect(changed.error).toBeNull()
})

async function confirmed() {
  const email = freshEmail('smtp')
  await admin().createUser({ email, password, email_confirm: true })
  const client = newClient()
  const { error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return { email, client }
}

const read = new Set<Email>()

/** The next unread email to this address: what its text and its HTML both say. */
async function readMail(to: string) {
  const isNext = (mail: Email) => !read.has(mail) && mail.to?.[0]?.address === to
  await expect.poll(() => mailServer.received.some(isNext)).toBe(true)
  const mail = mailServer.received.find(isNext) as Email
  read.add(mail)
  const { text = '', html = '', subject = '' } = mail
  const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? ''
  expect(html).toContain(code)
  const link =
    /http:\/\/localhost:\d+(\/auth(?:\/v1\/verify\?|\?enter-code=\w+&token=)\S+)/.exec(text)?.[1] ??
    ''
  expect(html.replaceAll('&amp;', '&')).toContain(link)
  return { code, link, subject }
}

/** Follows a link like a browser and opens the session it leads to. */
async function expectSignedInBy(link: string, email: string): Promise<GoTrueClient> {
  // The same address as the clients.
  const landing = await product.send(link, { headers: { 'X-Forwarded-For': '127.0.0.1' } })
  expect(landing.status).toBe(303)
  const fragment = new URLSearchParams(landing.headers.get('location')?.split('#')[1])
  const client = newClient()
  const { data, error } = await client.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  })
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
  return client
}

/** Opens a link as a mail filter does, then redeems its token as the button of the page does. */
async function expectSignedInByButton(link: string, email: string): Promise<GoTrueClient> {
  expect((await product.send(link)).status).toBe(200)
  const { searchParams } = new URL(link, 'http://localhost')
  const client = newClient()
  const { data, error } = await client.verifyOtp({
    token_hash: searchParams.get('token') ?? '',
    type: searchParams.get('enter-code') as EmailOtpType,
  })
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
  return client
}
