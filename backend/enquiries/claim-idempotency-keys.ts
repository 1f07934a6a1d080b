// Finds out which enquiries are new, and which repeat a stored one.
import type { EnquiryInput } from '#schemas/enquiry.ts'
import type { Queryable } from '../database/database.ts'
import type { IdempotencyKey } from './idempotency.ts'
import { jsonRows } from './json-rows.ts'
import type { StoredEnquiry } from './store.ts'

export interface ClaimedKey {
  /** The enquiry stored under this key before, for a repeat. */
  before: StoredEnquiry | undefined
  /** How many other senders sent exactly this message in the last week. */
  sameWordsFromOthers: number
}

export interface KeyToClaim {
  id: string
  enquiry: Pick<EnquiryInput, 'message' | 'email'>
  key: IdempotencyKey
}

/** Claims the keys of these enquiries, except those already claimed. */
export async function claimIdempotencyKeys(
  tx: Queryable,
  keys: KeyToClaim[],
): Promise<ClaimedKey[]> {
  // A concurrent repeat waits here until the first has committed. The same statement counts equal
  // messages; the limit keeps the planner on the index of their hash.
  const { rows } = await tx.query<{ is_new: boolean; others: number }>(
    `with requested as materialized (
       select ordinality, decode(hash, 'hex') as key, id, "livesSeconds", message, lower(email) as email
       from rows from (jsonb_to_recordset($1::jsonb)
         as (hash text, id uuid, "livesSeconds" float8, message text, email text)) with ordinality
     ), taken as (
       insert into internal.enquiry_keys as held (key, enquiry_id, expires_at)
       select key, id, coalesce(now() + make_interval(secs => "livesSeconds"), 'infinity') from requested
       on conflict (key) do update
         set enquiry_id = excluded.enquiry_id, expires_at = excluded.expires_at
         where held.expires_at <= now()
       returning key
     )
     select exists (select from taken where taken.key = requested.key) as is_new, (
       select count(distinct lower(same.email))::int
       from (
         select enquiries.email, created_at from enquiries
         where md5(enquiries.message) = md5(requested.message) limit 50
       ) same
       where lower(same.email) <> requested.email and created_at > now() - interval '7 days'
     ) as others
     from requested order by ordinality`,
    [jsonRows(keys.map(rowOf))],
    { name: 'claim-idempotency-keys' },
  )
  const isRepeated = rows.some(({ is_new }) => !is_new)
  const before = isRepeated ? await findStored(tx, keys) : []
  return rows.map(({ is_new, others }, at) => ({
    before: is_new ? undefined : before[at],
    sameWordsFromOthers: others,
  }))
}

function rowOf({ id, enquiry: { message, email }, key: { hash, livesSeconds } }: KeyToClaim) {
  return { hash: hash.toString('hex'), id, livesSeconds, message, email }
}

/** A separate statement: the first may have committed while this transaction waited for it. */
async function findStored(
  tx: Queryable,
  keys: KeyToClaim[],
): Promise<(StoredEnquiry | undefined)[]> {
  const { rows } = await tx.query<StoredEnquiry & { key: Buffer }>(
    `select held.key, enquiries.id, reference from internal.enquiry_keys held
     join enquiries on enquiries.id = held.enquiry_id where held.key = any($1)`,
    [keys.map(({ key }) => key.hash)],
  )
  return keys.map(({ key }) => {
    const found = rows.find((row) => row.key.equals(key.hash))
    return found && { id: found.id, reference: found.reference }
  })
}
