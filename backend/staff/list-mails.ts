import * as v from 'valibot'
import { type MailQuery, type MailState, mailStates } from '#schemas/mails.ts'
import type { StaffDeps } from './deps.ts'
import { type AdminHandler, readBody } from './role-guards.ts'

const states = Object.keys(mailStates) as MailState[]
const Query: v.GenericSchema<unknown, MailQuery> = v.object({
  search: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  state: v.optional(v.picklist(['', ...states]), ''),
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
})

export function listMails({ listMails: list }: Pick<StaffDeps, 'listMails'>): AdminHandler {
  return async function answerMailList(c) {
    return c.json(await list(await readBody(c, Query)))
  }
}
