// One person's data, to hand over or to erase. A person is known by email address or telephone
// number, however it was typed.
import type { Database, Queryable } from '../database/database.ts'
import { toE164 } from './phone.ts'

export type Person = { email: string } | { phone: string }

/** Everything that is kept about this person's enquiries. */
export async function exportPerson(database: Database, person: Person) {
  const { condition, value } = matching(person)
  const { rows } = await database.query(
    `select enquiry.*, coalesce(
       (select jsonb_agg(to_jsonb(delivery) - 'enquiry_id' order by channel)
        from enquiry_deliveries delivery where delivery.enquiry_id = enquiry.id), '[]'
     ) as deliveries, coalesce(
       (select jsonb_agg(to_jsonb(note) - 'enquiry_id' order by created_at)
        from enquiry_notes note where note.enquiry_id = enquiry.id), '[]'
     ) as notes
     from enquiries enquiry where ${condition} order by created_at`,
    [value],
  )
  return rows
}

/** Returns how many enquiries were erased. */
export async function erasePerson(database: Database, person: Person): Promise<number> {
  const { condition, value } = matching(person)
  return database.transaction((tx) => erase(tx, condition, [value]))
}

/** Erases what is older than the period; some at a time, so that nobody waits for it long. */
export async function eraseOlderThan(
  database: Database,
  months: number,
  most: number,
): Promise<number> {
  return database.transaction((tx) =>
    erase(
      tx,
      `id in (
         select id from enquiries
         where erased_at is null and created_at < now() - make_interval(months => $1) limit $2
       )`,
      [months, most],
    ),
  )
}

// What stays is a count: when, which service, which town, how it ended.
async function erase(tx: Queryable, condition: string, values: unknown[]): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `update enquiries set erased_at = now(), reference = null, name = null, email = null,
       phone = null, phone_e164 = null, address = null, postcode = null, message = null,
       page_url = null, referrer = null, utm_source = null, utm_medium = null,
       utm_campaign = null, utm_term = null, utm_content = null, consent_page = null,
       filled_in_ms = null, lost_reason = null
     where erased_at is null and ${condition} returning id`,
    values,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.query('delete from internal.enquiry_keys where enquiry_id = any($1)', [ids])
  await tx.query('delete from enquiry_notes where enquiry_id = any($1)', [ids])
  // The jobs before the deliveries, as the queue does: the other way round the two could deadlock.
  await tx.query(
    `delete from internal.jobs where name in (
       select 'enquiry-delivery:' || id from enquiry_deliveries where enquiry_id = any($1)
     )`,
    [ids],
  )
  // An error of a mail server may quote the address.
  await tx.query(
    `update enquiry_deliveries
     set last_error = null, refused = null, next_try_at = null,
       state = case when state in ('waiting', 'withheld', 'failed') then 'cancelled' else state end
     where enquiry_id = any($1)`,
    [ids],
  )
  return ids.length
}

function matching(person: Person): { condition: string; value: string } {
  if ('email' in person)
    return { condition: 'lower(email) = lower($1)', value: person.email.trim() }
  const e164 = toE164(person.phone)
  if (e164) return { condition: 'phone_e164 = $1', value: e164 }
  return { condition: 'phone = $1', value: person.phone.trim() }
}
