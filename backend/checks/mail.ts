import { mailKinds, redactSecrets } from '../mail/mail-jobs.ts'
import type { CheckDeps, CheckResult } from './check.ts'

const maxCounted = 1_000

interface DelayedMails {
  count: number
  last_error: string | null
}

export async function checkMail({ mailer, database }: CheckDeps): Promise<CheckResult> {
  const host = await mailer.host()
  if (host === undefined) {
    return {
      state: 'warning',
      finding: 'No mail server is set up, so emails stay in the outbox under Mail.',
      advice: 'Set it up under Mail, with what your email provider tells you.',
    }
  }
  try {
    await mailer.verify()
  } catch (error) {
    return {
      state: 'failed',
      finding: `The mail server ${host} does not take our emails: ${error instanceof Error ? error.message : error}`,
      advice:
        'Check the mail server under Mail and ask the email provider. Emails wait and are tried again for 41 hours; after that try them again under Mail.',
    }
  }
  // The server may accept connections and still refuse every email.
  const { rows } = await database.query<DelayedMails>(
    `select count(*)::int as count,
       (array_agg(last_error order by run_at desc))[1] as last_error
     from internal.jobs where kind = any($1) and state = 'waiting' and tries >= 2`,
    [mailKinds],
  )
  const inOutbox = await countInOutbox(database)
  return rateMail(host, { count: 0, last_error: null, ...rows[0], inOutbox })
}

/** Emails about enquiries, from before the mail server was set up. */
async function countInOutbox(database: CheckDeps['database']): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from (
       select from enquiry_deliveries where state = 'in_outbox' limit ${maxCounted}
     ) inOutbox`,
  )
  return rows[0]?.count ?? 0
}

export function rateMail(
  host: string,
  { count, last_error, inOutbox }: DelayedMails & { inOutbox: number },
): CheckResult {
  const answers = `The mail server ${host} answers`
  if (count > 0) {
    return {
      state: 'warning',
      finding: `${answers}, but ${countMails(count)} could not be delivered yet: ${redactSecrets(last_error ?? 'no reason was given')}`,
      advice: 'Send a test email to see what it says now, and ask the email provider.',
    }
  }
  if (inOutbox > 0) {
    return {
      state: 'warning',
      finding: `${answers}. ${countMails(inOutbox)} from before it was set up ${inOutbox === 1 ? 'lies' : 'lie'} in the outbox.`,
      advice: 'Send them under Mail, all at once or each by itself.',
    }
  }
  return { state: 'ok', finding: `${answers}.` }
}

const countMails = (count: number) =>
  count === 1
    ? '1 email'
    : `${count.toLocaleString('en-GB')}${count >= maxCounted ? ' or more' : ''} emails`
