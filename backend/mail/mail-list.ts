// Lists emails: those about enquiries, account emails that have not been sent, and, without a mail
// server, the outbox. The list hides links and codes of waiting and failed account emails. Outbox
// emails are shown in full: without a mail server this is where they are read.

import {
  type ListedMail,
  type MailPage,
  type MailQuery,
  type MailState,
  mailPageSize,
  maxEmailsCounted,
} from '#schemas/mails.ts'
import type { Database } from '../database/database.ts'
import { mailKind, redactSecrets } from './mail-jobs.ts'
import type { OutboxMail } from './outbox.ts'
import { outboxToSend } from './outbox-to-send.ts'
import { mailExpiry } from './stuck-mails.ts'

export interface MailListDeps {
  database: Database
  /** The office's address for enquiries. */
  officeEmail(): string
  /** Their names are in subjects. */
  services(): readonly string[]
  /** The newest emails in the outbox; undefined when there is a mail server. */
  readOutbox(): Promise<OutboxMail[] | undefined>
  /** The content of these deliveries' emails, if they are in the outbox. */
  readOutboxMails(deliveryIds: string[]): Promise<Map<string, OutboxMail>>
}

const thanks = 'We have your enquiry ('
const photosAdded = 'Photos added: '
/** Must match the subjects in the templates; a test compares. */
const officeSubject = `concat_ws(', ', e.service, coalesce(e.town, e.postcode, e.address)) || ': ' || e.name`
const subjectOf = `case d.channel
  when 'office_mail' then ${officeSubject}
  when 'photos_mail' then '${photosAdded}' || ${officeSubject}
  when 'thank_you_mail' then '${thanks}' || e.reference || ')'
end`
const addressOf = `case when d.channel in ('office_mail', 'photos_mail') then $1
  when d.channel = 'thank_you_mail' then e.email end`
const messageSubject = `case when position(e.reference in m.subject) > 0 then m.subject
  else m.subject || ' (' || e.reference || ')' end`
const messageAddress = `case when m.colleague_id is null then e.email else p.email end`
const stateOf = `case d.state when 'delivered' then 'sent' else d.state end`

export function mailList(deps: MailListDeps): (query: MailQuery) => Promise<MailPage> {
  const { database, readOutbox, readOutboxMails } = deps
  return async function listMails({ search, state, page }) {
    const kept = await readOutbox()
    const files = kept ?? []
    const { source, values } = mailSource(deps, { search, state }, files)
    const first = (page - 1) * mailPageSize
    const [found, counted, counts, toSend] = await Promise.all([
      database.query<ListedMail>(
        `select * from (${source(first + mailPageSize)}) mail
         order by created_at desc, id offset ${first} limit ${mailPageSize}`,
        values,
      ),
      database.query<{ count: number }>(
        `select count(*)::int as count
         from (select from (${source(maxEmailsCounted + 1)}) mail limit ${maxEmailsCounted + 1}) counted_mails`,
        values,
      ),
      countStates(database, files),
      database.query<{ count: number }>(
        `select count(*)::int as count from (${outboxToSend} limit ${maxEmailsCounted}) to_send`,
      ),
    ])
    const ids = found.rows.filter(isKeptDelivery).map(({ id }) => id)
    const copies = ids.length > 0 ? await readOutboxMails(ids) : new Map<string, OutboxMail>()
    const total = counted.rows[0]?.count ?? 0
    return {
      mails: found.rows.map((mail) => ({
        ...mail,
        last_error: mail.kind === 'account' ? safe(mail.last_error) : mail.last_error,
        text: mail.text ?? copies.get(mail.id)?.text ?? null,
      })),
      total: total > maxEmailsCounted ? null : total,
      counts,
      to_send: toSend.rows[0]?.count ?? 0,
      has_mail_server: kept === undefined,
    }
  }
}

const safe = (words: string | null) => words && redactSecrets(words)
const isKeptDelivery = ({ kind, state }: ListedMail) => kind === 'delivery' && state === 'in_outbox'

/** The delivery state for each email state; withheld and cancelled deliveries are not listed. */
const deliveryStates: Record<MailState, string> = {
  waiting: 'waiting',
  in_outbox: 'in_outbox',
  failed: 'failed',
  sent: 'delivered',
}

/** Each part is sorted and limited separately, so that it can use an index. */
function mailSource(
  { officeEmail, services }: Pick<MailListDeps, 'officeEmail' | 'services'>,
  { search, state }: Pick<MailQuery, 'search' | 'state'>,
  files: OutboxMail[],
) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const matches = (text: string) =>
    patterns.map((_, at) => ` and lower(${text}) like $${at + 4}`).join('')
  // The search column holds all words except those that are the same in every email.
  const indexed = words
    .flatMap((word, at) =>
      isFixed(word, [officeEmail(), ...services()]) ? [] : `e.search_text like $${at + 4}`,
    )
    .map((condition) => ` and ${condition}`)
    .join('')
  const source = (maxRows: number) => `
    (select d.id::text, 'delivery' as kind, d.channel as about, ${addressOf} as "to",
       ${subjectOf} as subject, ${stateOf} as state, d.tries, d.last_error, d.created_at,
       case d.state when 'waiting' then d.next_try_at end as next_try_at,
       d.delivered_at as sent_at, null::timestamptz as expires_at, d.enquiry_id, e.reference,
       null as text
     from public.enquiry_deliveries d join public.enquiries e on e.id = d.enquiry_id
     where d.state = any($2) and d.message_id is null${indexed}${matches(
       `concat_ws(' ', ${addressOf}, ${subjectOf})`,
     )}
     order by d.created_at desc, d.id limit ${maxRows})
    union all
    (select d.id::text, 'delivery', d.channel, ${messageAddress}, ${messageSubject}, ${stateOf},
       d.tries, d.last_error, d.created_at, case d.state when 'waiting' then d.next_try_at end,
       d.delivered_at, null, d.enquiry_id, e.reference, null
     from public.enquiry_deliveries d join public.enquiries e on e.id = d.enquiry_id
     join public.enquiry_messages m on m.id = d.message_id
     left join public.profiles p on p.id = m.colleague_id
     where d.state = any($2) and d.message_id is not null${matches(
       `concat_ws(' ', ${messageAddress}, ${messageSubject})`,
     )}
     order by d.created_at desc, d.id limit ${maxRows})
    union all
    (select id::text, 'account', payload ->> 'about', payload ->> 'to', payload ->> 'subject', state,
       tries, last_error, created_at, case state when 'waiting' then run_at end, null,
       ${mailExpiry}, null, null, null
     from internal.jobs
     where kind = '${mailKind}' and state = any($2)${matches(
       `concat_ws(' ', payload ->> 'to', payload ->> 'subject')`,
     )}
     order by created_at desc, id limit ${maxRows})
    union all
    (select id, 'outbox', null, "to", subject, 'in_outbox', 1, null, written_at, null, null,
       null::timestamptz, null, null, text
     from jsonb_to_recordset($3::jsonb)
       as kept (id text, about uuid, "to" text, subject text, text text, written_at timestamptz)
     where 'in_outbox' = any($2)
       and not exists (select from public.enquiry_deliveries d where d.id = kept.about)${matches(
         `concat_ws(' ', "to", subject)`,
       )}
     order by written_at desc, id limit ${maxRows})`
  const states = state ? [deliveryStates[state]] : Object.values(deliveryStates)
  return { source, values: [officeEmail(), states, JSON.stringify(files), ...patterns] }
}

function isFixed(word: string, shared: string[]): boolean {
  return [thanks, photosAdded, '),:', ...shared].some((text) => text.toLowerCase().includes(word))
}

async function countStates(database: Database, files: OutboxMail[]): Promise<MailPage['counts']> {
  const max = maxEmailsCounted
  const { rows } = await database.query<MailPage['counts']>(
    `with counted as (
       select (select count(*) from (
         select from public.enquiry_deliveries where state = requested limit ${max}) counted_mails
       ) + (select count(*) from (
         select from internal.jobs where kind = '${mailKind}' and state = requested limit ${max}) counted_mails
       ) as count, requested
       from unnest(array['waiting', 'failed', 'in_outbox']) requested
     )
     select least(${max}, sum(count) filter (where requested = 'waiting'))::int as waiting,
       least(${max}, sum(count) filter (where requested = 'failed'))::int as failed,
       least(${max}, coalesce(sum(count) filter (where requested = 'in_outbox'), 0) + (
         select count(*) from unnest($1::uuid[]) about
         where not exists (select from public.enquiry_deliveries d where d.id = about)
       ))::int as in_outbox
     from counted`,
    [files.map(({ about }) => about ?? null)],
  )
  return rows[0] ?? { waiting: 0, failed: 0, in_outbox: 0 }
}
