// The test email reports the mail server's response: accepted, refused, or none.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#backend/limits/limits.ts'
import type { Mailer } from '#backend/mail/mailer.ts'
import { smtpMailer } from '#backend/mail/smtp.ts'
import { testMail } from '#backend/mail/test-mail.ts'
import { startAuth } from '#tests/support/auth-service.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'
import { demoCompany } from '#tools/demo-content.ts'

const settings = { sender: () => demoCompany, siteUrl: new URL('https://www.hopyard.example') }
const to = 'jo@x.test'

describe('with a real mail server', () => {
  let mailServer: MailServer
  let mailer: Mailer
  beforeAll(async () => {
    mailServer = await startMailServer()
    mailer = smtpMailer({
      server: { url: mailServer.url },
      from: () => ({ name: 'H', address: 'h@x.test' }),
    })
  })
  beforeEach(() => {
    mailServer.behaviour = 'fine'
  })
  afterAll(async () => {
    mailer.close()
    await mailServer.close()
  })

  test('a mail that is taken comes with the reply of the server', async () => {
    const { result, reply } = await testMail(mailer, settings)(to)
    expect(result).toBe('sent')
    expect(reply).toMatch(/^250 /)
    expect(mailServer.received.at(-1)).toMatchObject({
      to: [{ address: to }],
      subject: `Test email from ${demoCompany.name}`,
    })
  })

  test.each([
    ['refusing', '451 Try again later'],
    ['recipient-550', '550 No such recipient here'],
    ['sender-550', '550 No such sender here'],
  ] as const)('a server that is %s is quoted', async (behaviour, words) => {
    mailServer.behaviour = behaviour
    const answer = await testMail(mailer, settings)(to)
    expect(answer).toMatchObject({ to, result: 'failed' })
    expect(answer.reply).toContain(words)
  })

  test('a server that is away is said to be', async () => {
    await mailServer.goDown()
    const answer = await testMail(mailer, settings)(to)
    expect(answer.result).toBe('failed')
    expect(answer.reply).toMatch(/ECONN|closed/i)
    await mailServer.comeBack()
  })
})

test('an administrator gets a few, at their own address, and is then told to wait', async () => {
  const { database, remove } = await openTestDatabase('embedded')
  const service = await startAuth(database)
  const sent: string[] = []
  const app = staffApp(database, service, {
    limits: limits(database, { scale: 1 }),
    async sendTestMail(address) {
      sent.push(address)
      return { to: address, result: 'sent', reply: '250 OK' }
    },
  })
  const { token } = await openAccount(database, service, { email: to, isAdmin: true })
  const ask = () => callStaff(app, service, ['test-mail', token, { to: 'other@x.test' }])
  for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(200)
  expect(await ask()).toMatchObject({
    status: 429,
    body: { message: 'That was enough test emails for now. Try again in 2 minutes.' },
  })
  expect(sent).toEqual([to, to, to, to, to])
  await remove()
})
