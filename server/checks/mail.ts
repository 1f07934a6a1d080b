import type { CheckDeps, Finding } from './checks.ts'

export async function checkMail({ mailer, config }: CheckDeps): Promise<Finding> {
  if (!config.mail.smtpUrl) {
    return {
      state: 'look',
      finding: 'No mail server is set up, so mails stay in the outbox under Mail.',
      advice: 'Set SMTP_URL and MAIL_FROM, and start the server again.',
    }
  }
  const host = new URL(config.mail.smtpUrl).hostname
  try {
    await mailer.verify()
  } catch (error) {
    return {
      state: 'broken',
      finding: `The mail server ${host} does not take our mail: ${error instanceof Error ? error.message : error}`,
      advice:
        'Check SMTP_URL and ask the mail provider. Mails wait and are tried again for 41 hours; after that send them again under Mail.',
    }
  }
  return { state: 'fine', finding: `The mail server ${host} takes our mail.` }
}
