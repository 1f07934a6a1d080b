import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoCompany } from '#tools/demo-content.ts'
import type { Mail } from './mailer.ts'
import { oneLine, parseSender } from './message.ts'
import { deleteOldMails, outboxMailer } from './outbox.ts'
import { layout } from './templates/layout.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const from = () => ({ name: demoCompany.name, address: demoCompany.email })
const mail: Mail = {
  ...layout(
    { subject: 'Hello\r\nBcc: x@y.z', heading: 'Hi <b>', paragraphs: ['A & B'], closing: 'Bye' },
    demoCompany,
  ),
  to: 'ann@example.com',
  messageId: '<1@example.com>',
}

test('a mail lands in the outbox as a file that mail programs read', async () => {
  await outboxMailer({ folder, from, mark: async () => new Uint8Array([1]) }).send(mail)
  const [name = ''] = await readdir(folder)
  expect(name).toMatch(/\.eml$/)
  const parsed = await PostalMime.parse(await readFile(join(folder, name)))
  expect(parsed).toMatchObject({
    subject: 'Hello Bcc: x@y.z',
    messageId: '<1@example.com>',
    from: { name: demoCompany.name, address: demoCompany.email },
  })
  expect(parsed.bcc).toBeUndefined()
  expect(parsed.html).toContain('Hi &lt;b&gt;')
  expect(parsed.text).toContain('A & B')
  expect(parsed.attachments.map(({ contentId }) => contentId)).toEqual(['<mark>'])
})

test('the same mail again replaces its file', async () => {
  const mailer = outboxMailer({ folder, from })
  await mailer.send(mail)
  await mailer.send(mail)
  // The email and its JSON for the dashboard.
  expect(await readdir(folder)).toHaveLength(2)
})

test('old mails are removed from the outbox', async () => {
  const mailer = outboxMailer({ folder, from })
  await mailer.send(mail)
  await mailer.send({ ...mail, messageId: '<2@example.com>' })
  const [first = ''] = await readdir(folder)
  const [id] = first.split('.')
  for (const kind of ['eml', 'json']) {
    await utimes(join(folder, `${id}.${kind}`), new Date('2020-01-01'), new Date('2020-01-01'))
  }
  await deleteOldMails(folder, new Date('2024-01-01'))
  const left = await readdir(folder)
  expect(left).toHaveLength(2)
  expect(left.filter((name) => name.startsWith(id ?? ''))).toEqual([])
})

test('a header stays one line whatever was typed', () => {
  expect(oneLine('a\r\nBcc: b\u2028c\0d')).toBe('a Bcc: b c d')
  expect(oneLine('abc\u202Egpj.exe')).toBe('abcgpj.exe')
})

test('a sender is an address with or without a name', () => {
  expect(parseSender('office@x.test')).toEqual({ name: '', address: 'office@x.test' })
  expect(parseSender('"Them" <a@x.test>')).toEqual({ name: 'Them', address: 'a@x.test' })
})
