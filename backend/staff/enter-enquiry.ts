// Staff enter an enquiry that reached the firm by telephone, at the counter or elsewhere.
import * as v from 'valibot'
import { checkEntered, enteredFields } from '#schemas/entered-enquiry.ts'
import { type Queryable, sqlState } from '../database/database.ts'
import type { Entry, StoredEntry } from '../enquiries/enter.ts'
import { Problem } from '../problem.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'
import { readBody, type StaffHandler, uuid } from './role-guards.ts'

type EnterDeps = Pick<StaffDeps, 'database' | 'enquiries' | 'limits' | 'services'>

/** A box of letters can be typed in at one sitting; a script cannot fill the list. */
const perMember = { burst: 40, count: 120, perMs: 3_600_000 }

const Body = v.object({
  key: uuid,
  fields: v.record(v.string(), v.unknown()),
  is_answered: v.optional(v.boolean(), false),
  sends_confirmation: v.optional(v.boolean(), false),
})

export function enterEnquiry(deps: EnterDeps): StaffHandler {
  return async function storeEntry(c) {
    const { key, fields, is_answered, sends_confirmation } = await readBody(c, Body)
    const input = Object.fromEntries(enteredFields.map((field) => [field, fields[field]]))
    const check = checkEntered(input, deps.services())
    if (!check.isValid) {
      const message = 'Please check the marked fields'
      throw new Problem('invalid_enquiry', { status: 400, message, details: check.errors })
    }
    const { id } = c.var.member
    const what = 'You have entered a great many enquiries.'
    requireAllowance(c, await deps.limits.take('enquiry-enter', id, perMember), what)
    const { reference, ...stored } = await store(deps, {
      enquiry: check.enquiry,
      enteredBy: id,
      key,
      isAnswered: is_answered,
      sendsConfirmation: sends_confirmation,
    })
    return c.json({ id: stored.id, reference })
  }
}

const duplicateKey = '23505'

/** Once more when the random reference is taken. */
async function store({ database, enquiries }: EnterDeps, entry: Entry): Promise<StoredEntry> {
  const attempt = () =>
    database.transaction(async (tx) => {
      const stored = await enquiries.enter(tx, entry)
      if (stored.isNew) await record(tx, entry, stored.id)
      return stored
    })
  try {
    return await attempt()
  } catch (error) {
    if (sqlState(error) !== duplicateKey) throw error
    return attempt()
  }
}

async function record(tx: Queryable, { enteredBy, enquiry }: Entry, id: string): Promise<void> {
  await tx.query(
    `insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, after)
     select id, coalesce(nullif(full_name, ''), email, ''), 'enquiry', $2, $3, 'insert',
       jsonb_build_object('entered_via', $4::text)
     from public.profiles where id = $1`,
    [enteredBy, id, enquiry.service, enquiry.entered_via],
  )
}
