// One person's data, to hand over or to erase, and what has been kept long enough.
import type { Database, Queryable } from '../database/database.ts'
import { type Erased, erase } from './erase.ts'
import { matching, type Person } from './person.ts'

/** What would be erased. */
export async function countPerson(database: Database, person: Person): Promise<Erased> {
  const { condition, value } = matching(person)
  const { rows } = await database.query<Erased>(
    `with own as (select id from enquiries where erased_at is null and ${condition})
     select (select count(*) from own) as enquiries,
       (select count(*) from enquiry_notes where enquiry_id in (select id from own)) as notes,
       count(delivery.id) as deliveries,
       coalesce(array_agg(delivery.id) filter (where delivery.id is not null), '{}') as "deliveryIds"
     from enquiry_deliveries delivery where enquiry_id in (select id from own)`,
    [value],
  )
  return rows[0] ?? { enquiries: 0, notes: 0, deliveries: 0, deliveryIds: [] }
}

/** Everything that is kept about this person's enquiries. */
export async function exportPerson(database: Database, person: Person) {
  const { condition, value } = matching(person)
  const { rows } = await database.query<Record<string, unknown>>(
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

export async function erasePerson(tx: Queryable, person: Person): Promise<Erased> {
  const { condition, value } = matching(person)
  return erase(tx, condition, [value])
}

/** Erases what is older than the period; some at a time, so that nobody waits for it long. */
export async function eraseOlderThan(
  database: Database,
  months: number,
  most: number,
): Promise<number> {
  const { enquiries } = await database.transaction((tx) =>
    erase(
      tx,
      `id in (
         select id from enquiries
         where erased_at is null and created_at < now() - make_interval(months => $1) limit $2
       )`,
      [months, most],
    ),
  )
  return enquiries
}
