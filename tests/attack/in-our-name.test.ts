// A stranger's text must not be sent in the company's name, nor appear in the log.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailLink } from '#schemas/email-link.ts'
import { createLog } from '#server/log.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'

let opened: EnquiryService
beforeAll(async () => {
  opened = await openEnquiryService('embedded', { withWebhook: false })
  await opened.queue.start()
})
afterAll(() => opened.close())

test('the thank-you mail carries nothing that was typed to whoever was named', async () => {
  // A thousand characters that pass every filter.
  const carried = {
    ...anEnquiry,
    name: 'Zebedee Marker',
    email: 'victim@example.com',
    phone: '01632 960777',
    message: 'Our hedge by the zigzag path has grown over the gate, please cut it back. '.repeat(
      12,
    ),
  }
  await opened.send(carried)
  await opened.settled()
  const mail = opened.mailServer.received.find(({ to }) => to?.[0]?.address === carried.email)
  expect(mail).toBeDefined()
  const words = `${mail?.subject} ${mail?.text} ${mail?.html}`
  for (const typed of ['Zebedee', 'Marker', 'zigzag', '960777', 'WR14']) {
    expect(words).not.toContain(typed)
  }
  expect(words).toContain(anEnquiry.service)
})

test('the words of a mail server reach the log without the address that they name', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  opened.mailServer.behaviour = 'quoting'
  const refused = await opened.deps.mailer
    .send({
      to: 'visitor.private@example.com',
      subject: 'About visitor.private@example.com',
      text: 'visitor.private@example.com',
      html: '<p>visitor.private@example.com</p>',
      messageId: '<log@example.com>',
    })
    .catch((error: unknown) => error)
  opened.mailServer.behaviour = 'fine'
  expect(refused).toBeInstanceOf(Error)
  log.warn({ err: refused }, 'mail was not sent')
  expect(lines.join('')).toContain('554')
  expect(lines.join('')).not.toContain('visitor.private')
})

test.each(['boss?bcc=all@evil.example', 'a&body=x@evil.example', 'a@b?cc=c@evil.example'])(
  'a link to %s opens a mail to one address, without further fields',
  (address) => {
    const link = new URL(emailLink(address))
    expect(link.search).toBe('')
    expect(decodeURIComponent(link.pathname)).toBe(address)
  },
)
