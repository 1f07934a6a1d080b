// Sends a test email directly, bypassing the queue, to show the mail server's response.
import { randomUUID } from 'node:crypto'
import type { TestMailResult } from '#schemas/mail-server.ts'
import { dashboardPath } from '#schemas/paths.ts'
import { type Mailer, messageIdOf } from './mailer.ts'
import { type Company, layout } from './templates/layout.ts'

/** Shorter than the dashboard's own timeout. */
const timeoutMs = 8_000

export interface TestMailOptions {
  sender(): Company
  siteUrl: URL
}

export function testMail(mailer: Mailer, { sender, siteUrl }: TestMailOptions) {
  return async function sendTestMail(to: string): Promise<TestMailResult> {
    const company = sender()
    const words = layout(
      {
        subject: `Test email from ${company.name}`,
        heading: 'Your mail server works',
        paragraphs: [
          'This email was sent from Status in the dashboard, to see whether emails go out.',
        ],
        link: { label: 'Go to Status', href: `${siteUrl.origin}${dashboardPath('status')}` },
        closing: 'There is nothing to do.',
      },
      company,
    )
    let answer = ''
    const mail = { ...words, to, messageId: messageIdOf(randomUUID(), siteUrl), isAutomatic: true }
    const sending = mailer.send(mail, {
      onResponse: (said) => {
        answer = said
      },
    })
    try {
      return { to, result: await within(timeoutMs, sending), reply: answer }
    } catch (error) {
      return { to, result: 'failed', reply: error instanceof Error ? error.message : String(error) }
    }
  }
}

async function within<Result>(ms: number, sending: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `The mail server did not answer within ${ms / 1000} seconds`
    timer = setTimeout(() => reject(new Error(message)), ms)
  })
  // It may still fail after the timeout, unhandled.
  sending.catch(() => {})
  return Promise.race([sending, late]).finally(() => clearTimeout(timer))
}
