// Counts, exports and erases one person's data, and erases data past its retention period.
import type { Database, Queryable } from '../database/database.ts'
import { linkedFiles } from './answer-files/linked-files.ts'
import { type Erased, erase } from './erase.ts'
import { type DataSubject, matching } from './person.ts'
import { linkedPhotos } from './photos/delivered-photos.ts'

/** Counts what would be erased. */
export async function countPerson(database: Database, person: DataSubject): Promise<Erased> {
  const { condition, value } = matching(person)
  const { rows } = await database.query<Erased>(
    `with own as (select id from enquiries where erased_at is null and ${condition})
     select (select count(*) from own) as enquiries,
       (select count(*) from enquiry_notes where enquiry_id in (select id from own)) as notes,
       (select count(*) from enquiry_messages where enquiry_id in (select id from own)) as messages,
       (select count(*) from enquiry_contacts where enquiry_id in (select id from own)) as calls,
       (select count(*) from enquiry_visits where enquiry_id in (select id from own)) as visits,
       (select count(*) from own join storage.objects photo on photo.bucket_id = 'enquiry-photos'
          and photo.name collate "C" >= own.id || '/' and photo.name collate "C" < own.id || '0'
       ) as photos,
       (select count(*) from answer_attachments join enquiry_messages on enquiry_messages.id = message_id
        where enquiry_id in (select id from own)
       ) + (select count(*) from answer_files file where enquiry_id in (select id from own)
         and not exists (select from answer_attachments used where used.file_id = file.id)
       ) as attachments,
       array(select id from own) as "enquiryIds",
       count(delivery.id) as deliveries,
       coalesce(array_agg(delivery.id) filter (where delivery.id is not null), '{}') as "deliveryIds"
     from enquiry_deliveries delivery where enquiry_id in (select id from own)`,
    [value],
  )
  return rows[0] as Erased
}

type ExportDeps = Parameters<typeof linkedPhotos>[0] & Parameters<typeof linkedFiles>[0]

/** The dashboard fetches the files at once, to put them beside the rest. */
const linkSeconds = 3600

/** Everything stored about this person's enquiries; photographs and attachments as links. */
export async function exportPerson(deps: ExportDeps, person: DataSubject) {
  const { condition, value } = matching(person)
  const { rows } = await deps.database.query<Record<string, unknown> & { id: string }>(
    `select enquiry.*, coalesce(
       (select jsonb_agg(to_jsonb(delivery) - 'enquiry_id' order by channel)
        from enquiry_deliveries delivery where delivery.enquiry_id = enquiry.id), '[]'
     ) as deliveries, coalesce(
       (select jsonb_agg(to_jsonb(note) - 'enquiry_id' order by created_at)
        from enquiry_notes note where note.enquiry_id = enquiry.id), '[]'
     ) as notes, coalesce(
       (select jsonb_agg(to_jsonb(written) - 'enquiry_id' order by created_at)
        from enquiry_messages written where written.enquiry_id = enquiry.id), '[]'
     ) as messages, coalesce(
       (select jsonb_agg(to_jsonb(contact) - 'enquiry_id' order by created_at)
        from enquiry_contacts contact where contact.enquiry_id = enquiry.id), '[]'
     ) as calls, coalesce(
       (select jsonb_agg(to_jsonb(visit) - 'enquiry_id' order by starts_at)
        from enquiry_visits visit where visit.enquiry_id = enquiry.id), '[]'
     ) as visits, (
       select to_jsonb(request) - 'enquiry_id'
       from review_requests request where request.enquiry_id = enquiry.id
     ) as review_request, (
       select stopped_at from internal.review_stops stop
       where stop.address_hash = internal.address_hash(enquiry.email)
     ) as no_review_requests_since
     from enquiries enquiry where ${condition} order by created_at`,
    [value],
  )
  const exported = []
  for (const row of rows) {
    exported.push({
      ...row,
      photos: await linkedPhotos(deps, row.id, linkSeconds),
      attachments: await linkedFiles(deps, row.id, linkSeconds),
    })
  }
  return exported
}

export async function erasePerson(tx: Queryable, person: DataSubject): Promise<Erased> {
  const { condition, value } = matching(person)
  return erase(tx, condition, [value])
}

/** Erases up to `limit` enquiries past the retention period: no request waits long for a batch. */
export async function eraseOlderThan(
  database: Database,
  months: number,
  limit: number,
): Promise<number> {
  const { enquiries } = await database.transaction((tx) =>
    erase(
      tx,
      `id in (
         select id from enquiries
         where erased_at is null and created_at < now() - make_interval(months => $1) limit $2
       )`,
      [months, limit],
    ),
  )
  return enquiries
}
