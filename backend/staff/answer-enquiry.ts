// Answers an enquiry by email: the message and its delivery, the status and the activity, in one
// transaction. The dashboard also gets the templates here, and what their placeholders stand for.
import * as v from 'valibot'
import { answerValues, fillInAnswer, unknownAnswerPlaceholders } from '#content/answers.ts'
import { maxBody, maxSubject } from '#schemas/answer.ts'
import type { Caller } from '../database/as-caller.ts'
import type { Queryable } from '../database/database.ts'
import { addMessage } from '../enquiries/messages.ts'
import { Problem } from '../problem.ts'
import { type Member, readBody, type StaffHandler, uuid } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'

const tenMinutes = 600_000
/** An office that answers a whole day's enquiries in a row stays below. */
const perMember = { burst: 120, count: 120, perMs: tenMinutes }
/** No customer gets more than this, whoever writes. */
const perEnquiry = { burst: 20, count: 20, perMs: tenMinutes }

type AnswerDeps = Pick<StaffDeps, 'database' | 'limits' | 'content'>

const Body = v.object({
  enquiry_id: uuid,
  subject: v.pipe(v.string('The subject is a text'), v.maxLength(2_000, 'The subject is too long')),
  body: v.pipe(v.string('The answer is a text'), v.maxLength(40_000, 'The answer is too long')),
  /** Chosen by the dashboard when the answer is begun: sent twice, it is one email. */
  key: uuid,
})

export function answerEnquiry(deps: AnswerDeps): StaffHandler {
  const { database, limits } = deps
  return async function sendAnswer(c) {
    const input = await readBody(c, Body)
    const { member } = c.var
    const what = 'Those were many answers in a short time.'
    requireAllowance(c, await limits.take('answer-member', member.id, perMember), what)
    const enquiryKey = input.enquiry_id.toLowerCase()
    requireAllowance(c, await limits.take('answer-enquiry', enquiryKey, perEnquiry), what)
    const sender = await readSender(deps, member)
    await database.transaction(async (tx) => {
      const enquiry = await lockEnquiry(tx, input.enquiry_id)
      const values = answerValues(enquiry, sender)
      const message = {
        subject: checkText('subject', fillInAnswer(oneLine(input.subject), values), maxSubject),
        body: checkText('answer', fillInAnswer(input.body, values), maxBody),
      }
      requireKnown(input.subject, input.body)
      const isNew = await addMessage(tx, {
        ...{ ...message, id: input.key, enquiryId: enquiry.id },
        ...{ kind: 'answer', colleagueId: null, authorId: member.id },
      })
      if (isNew) await noteAnswered(tx, member.caller, enquiry.id)
      else await requireSame(tx, input.key, { ...message, enquiryId: enquiry.id, member })
    })
    return c.json({ ok: true })
  }
}

export function listAnswerTemplates(deps: Pick<StaffDeps, 'database' | 'content'>): StaffHandler {
  return async function listTemplates(c) {
    const { answerTemplates } = deps.content.current
    const sender = await readSender(deps, c.var.member)
    return c.json({
      templates: answerTemplates.map(({ name, subject, paragraphs }) => ({
        name,
        subject,
        body: paragraphs.join('\n\n'),
      })),
      sender,
    })
  }
}

async function readSender(
  { database, content }: Pick<StaffDeps, 'database' | 'content'>,
  { id }: Member,
) {
  const { name: company, phone } = content.current.company
  const { rows } = await database.query<{ full_name: string | null }>(
    'select full_name from public.profiles where id = $1',
    [id],
  )
  return { company, phone, my_name: rows[0]?.full_name?.trim() || 'The office' }
}

interface Answered {
  id: string
  name: string | null
  service: string
  town: string | null
  reference: string | null
}

/** Locked, so that it is not erased or moved to Spam meanwhile. */
async function lockEnquiry(tx: Queryable, id: string): Promise<Answered> {
  const { rows } = await tx.query<
    Answered & { status: string; email: string | null; is_erased: boolean }
  >(
    `select id, name, service, town, reference, status, email, erased_at is not null as is_erased
     from public.enquiries where id = $1 for update`,
    [id],
  )
  const [enquiry] = rows
  if (!enquiry) throw refused('not_found', 404, 'This enquiry is gone')
  if (enquiry.is_erased) {
    throw refused('erased', 409, 'This enquiry was erased: there is nobody to answer')
  }
  if (enquiry.status === 'spam') {
    throw refused('spam', 409, 'This enquiry is in Spam: move it out of Spam first')
  }
  if (!enquiry.email) {
    throw refused('no_address', 409, 'There is no email address in this enquiry: please ring')
  }
  return enquiry
}

function checkText(what: string, text: string, max: number): string {
  const trimmed = text.replaceAll(/\r\n?/g, '\n').trim()
  const { length } = [...trimmed]
  if (length === 0) throw refused('invalid_request', 400, `The ${what} is empty`)
  if (length > max) {
    throw refused(
      'invalid_request',
      400,
      `The ${what} has ${length.toLocaleString('en-GB')} characters: at most ${max.toLocaleString('en-GB')} fit`,
    )
  }
  return trimmed
}

/** In what was written, not in what a customer's own name put there. */
function requireKnown(...texts: string[]): void {
  const [unknown] = texts.flatMap(unknownAnswerPlaceholders)
  if (unknown === undefined) return
  throw new Problem('unknown_placeholder', {
    status: 422,
    message: `There is no placeholder {${unknown}}: replace it or take it out`,
    details: { placeholder: unknown },
  })
}

interface Repeated {
  enquiryId: string
  member: Member
  subject: string
  body: string
}

/** The same answer again is fine. One that was changed after its first copy went out is another. */
async function requireSame(tx: Queryable, key: string, repeated: Repeated): Promise<void> {
  const { rows } = await tx.query<{ is_same: boolean }>(
    `select subject = $4 and body = $5 as is_same from public.enquiry_messages
     where id = $1 and enquiry_id = $2 and author_id = $3`,
    [key, repeated.enquiryId, repeated.member.id, repeated.subject, repeated.body],
  )
  const [found] = rows
  if (!found) throw refused('key_taken', 409, 'This key belongs to another message')
  if (!found.is_same) {
    const message = 'Your answer went out before you changed it: see the timeline'
    throw refused('already_sent', 409, message)
  }
}

/** In the name of the colleague who answered. The words of the answer stay out of the activity. */
async function noteAnswered(tx: Queryable, { claims }: Caller, enquiryId: string): Promise<void> {
  await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
  await tx.query(
    `insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, after)
     select auth.uid(), internal.actor_name(), 'enquiry', id, service, 'update',
       '{"answered": true}'
     from public.enquiries where id = $1`,
    [enquiryId],
  )
  await tx.query(
    `update public.enquiries
     set status = case status when 'new' then 'contacted' else status end,
       first_reply_at = coalesce(first_reply_at, now())
     where id = $1 and (status = 'new' or first_reply_at is null)`,
    [enquiryId],
  )
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

const refused = (code: string, status: number, message: string) =>
  new Problem(code, { status, message })
