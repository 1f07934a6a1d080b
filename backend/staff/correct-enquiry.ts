// Puts right what a visitor mistyped, or a colleague misheard: name, telephone, email, postcode, service.
// A mail that is tried again goes to the new address.
import * as v from 'valibot'
import {
  type CorrectedField,
  type Correction,
  checkCorrection,
  correctedFields,
} from '#schemas/entered-enquiry.ts'
import { inTheNameOf } from '../database/as-caller.ts'
import type { Queryable } from '../database/database.ts'
import { normalised } from '../enquiries/store.ts'
import { Problem } from '../problem.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'
import { readBody, type StaffHandler, uuid } from './role-guards.ts'

const Body = v.object({
  enquiry_id: uuid,
  /** As the colleague saw it: a newer one is not overwritten. */
  version: v.pipe(v.number(), v.integer()),
  fields: v.record(v.string(), v.unknown()),
})

const perMember = { burst: 60, count: 240, perMs: 3_600_000 }

type Stored = Record<CorrectedField, string | null> & { version: number; is_erased: boolean }
type CorrectDeps = Pick<StaffDeps, 'database' | 'content' | 'limits' | 'services'>

export function correctEnquiry(deps: CorrectDeps): StaffHandler {
  const { database, content, limits } = deps
  return async function correct(c) {
    const { enquiry_id, version, fields } = await readBody(c, Body)
    const { member } = c.var
    const verdict = await limits.take('enquiry-correct', member.id, perMember)
    requireAllowance(c, verdict, 'Those were many corrections in a short time.')
    await database.transaction(async (tx) => {
      const stored = await lock(tx, enquiry_id, version)
      const correction = read(fields, [...deps.services(), stored.service ?? ''])
      const changed = correctedFields.filter(
        (field) => (correction[field] ?? null) !== stored[field],
      )
      if (changed.length === 0) return
      await inTheNameOf(tx, member.caller.claims)
      const { phone_e164, postcode, town } = normalised(correction, content.current.coverage)
      await tx.query(
        `update public.enquiries set name = $2, phone = $3, email = $4, address = $5, service = $6,
           phone_e164 = $7, postcode = $8, town = $9
         where id = $1`,
        [
          enquiry_id,
          ...correctedFields.map((field) => correction[field] ?? null),
          ...[phone_e164 ?? null, postcode ?? null, town ?? null],
        ],
      )
      await record(tx, enquiry_id, changed)
    })
    return c.json({ ok: true })
  }
}

async function lock(tx: Queryable, id: string, version: number): Promise<Stored> {
  const { rows } = await tx.query<Stored>(
    `select ${correctedFields.join(', ')}, version, erased_at is not null as is_erased
     from public.enquiries where id = $1 for update`,
    [id],
  )
  const [stored] = rows
  if (!stored) throw new Problem('not_found', { status: 404, message: 'This enquiry is gone' })
  if (stored.is_erased) {
    throw new Problem('erased', { status: 409, message: 'This enquiry was erased' })
  }
  if (stored.version !== version) {
    const message = 'A colleague changed this enquiry meanwhile: please look at it again'
    throw new Problem('overtaken', { status: 409, message })
  }
  return stored
}

function read(fields: Record<string, unknown>, services: string[]): Correction {
  const input = Object.fromEntries(correctedFields.map((field) => [field, fields[field]]))
  const check = checkCorrection(input, services)
  if (check.isValid) return check.enquiry
  const message = 'Please check the marked fields'
  throw new Problem('invalid_enquiry', { status: 400, message, details: check.errors })
}

/** Which fields, not their words: the trail outlives a person who is erased. */
async function record(tx: Queryable, id: string, changed: CorrectedField[]): Promise<void> {
  await tx.query(
    `insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, after)
     select auth.uid(), internal.actor_name(), 'enquiry', id, service, 'update',
       jsonb_build_object('corrected', $2::jsonb)
     from public.enquiries where id = $1`,
    [id, JSON.stringify(changed)],
  )
}
