// What the database enforces for every caller: profiles, the last administrator, the audit trail,
// withheld emails, and administrators without a second factor or with a disabled account. On both engines.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import { engines } from '#tests/support/databases.ts'
import {
  admin,
  callers,
  other,
  peopleAndRows,
  reach,
  staff,
} from '#tests/support/people-and-rows.ts'

describe.each(engines)('%s', (engine) => {
  const people = peopleAndRows(engine)

  test('an administrator who releases an enquiry sends what was withheld', async () => {
    const undo = new Error('undo')
    let jobs = 0
    await people.database
      .transaction(async (tx) => {
        await tx.query(`update enquiries set status = 'spam'`)
        await tx.query(`update enquiry_deliveries set state = 'withheld'`)
        await tx.query(
          `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
          [JSON.stringify({ sub: admin })],
        )
        await tx.query(`update enquiries set status = 'new'`)
        await tx.query('reset role')
        jobs = (await tx.query(`select from internal.jobs where kind = 'enquiry-mail'`)).count
        throw undo
      })
      .catch((error) => expect(error).toBe(undo))
    expect(jobs).toBe(1)
  })

  test('a new account has a profile with the name given at sign-up', async () => {
    const id = randomUUID()
    await people.database.query(
      `insert into auth.users (id, email, raw_user_meta_data) values ($1, 'new@x.test', '{"full_name":"Newt Newman"}')`,
      [id],
    )
    await people.database.query(`update auth.users set email = 'moved@x.test' where id = $1`, [id])
    const { rows } = await people.database.query(
      'select full_name, email from profiles where id = $1',
      [id],
    )
    expect(rows).toEqual([{ full_name: 'Newt Newman', email: 'moved@x.test' }])
    await people.database.query('delete from auth.users where id = $1', [id])
  })

  test.each([
    ['deleting the account', `delete from auth.users where id = '${admin}'`],
    ['renaming the role', `update user_roles set role = 'editor2' where role = 'admin'`],
    ['emptying the table', `truncate user_roles`],
  ])('%s does not remove the last administrator', async (_, sql) => {
    await expect(people.database.query(sql)).rejects.toThrow(
      'The last administrator cannot be removed',
    )
  })

  test.each([
    ['disabled', `banned_until = now() + interval '1 hour'`],
    ['deleted', 'deleted_at = now()'],
    ['of a company that has ended their sign-in', 'is_sso_user = true'],
  ])('a second administrator who is %s does not count', async (_, change) => {
    await people.database.query(`update user_roles set role = 'admin' where user_id = '${other}'`)
    await people.database.query(`update auth.users set ${change} where id = '${other}'`)
    const removal = people.database.query(`delete from user_roles where user_id = '${admin}'`)
    await expect(removal).rejects.toThrow('The last administrator cannot be removed')
    await people.database.query(
      `update auth.users set banned_until = null, deleted_at = null, is_sso_user = false
       where id = '${other}'`,
    )
    await people.database.query(`update user_roles set role = 'editor' where user_id = '${other}'`)
  })

  test('the audit trail says who changed what, and cannot be rewritten by its owner', async () => {
    const undo = new Error('undo')
    await asCaller(people.database, callers.admin, async (tx) => {
      await tx.query(`update google_reviews set is_featured = true where author_name = 'Hidden'`)
      await tx.query(`update enquiries set status = 'won'`)
      await tx.query(`delete from user_roles where user_id = '${other}'`)
      const { rows } = await tx.query(
        `select actor_id, actor, subject, label, action, before, after from audit_trail
         where actor_id is not null order by id`,
      )
      const by = { actor_id: admin, actor: 'admin@x.test' }
      expect(rows).toEqual([
        {
          ...by,
          subject: 'review',
          label: 'Hidden',
          action: 'update',
          before: { is_featured: false },
          after: { is_featured: true },
        },
        {
          ...by,
          subject: 'enquiry',
          label: 'Other',
          action: 'update',
          before: { status: 'new' },
          after: { status: 'won' },
        },
        {
          ...by,
          subject: 'role',
          label: 'other@x.test',
          action: 'delete',
          before: { role: 'editor' },
          after: null,
        },
      ])
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
    for (const sql of ['update audit_trail set actor = actor', 'truncate audit_trail']) {
      await expect(people.database.query(sql)).rejects.toThrow('can only be added to')
    }
  })

  const members = [
    ['administrator', admin],
    ['member of staff', staff],
  ] as const

  test.each([
    ['disabled', `banned_until = now() + interval '1 hour'`],
    ['deleted softly', 'deleted_at = now()'],
  ])('the last administrator is not %s, whoever asks', async (_, change) => {
    const ban = people.database.query(`update auth.users set ${change} where id = '${admin}'`)
    await expect(ban).rejects.toThrow('The last administrator cannot be removed')
  })

  test.each(members)('a disabled %s is none at once', async (_, id) => {
    await people.database.query(`update user_roles set role = 'admin' where user_id = '${other}'`)
    await people.database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [id],
    )
    const caller: Caller = { role: 'authenticated', claims: { sub: id } }
    expect(await reach(people.database, caller, 'select from enquiries')).toBe(0)
    await people.database.query('update auth.users set banned_until = null where id = $1', [id])
    expect(await reach(people.database, caller, 'select from enquiries')).toBe(1)
    await people.database.query(`update user_roles set role = 'editor' where user_id = '${other}'`)
  })

  test.each(members)('the second factor of a %s has to be proved', async (_, id) => {
    await people.database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [id],
    )
    const withLevel = (aal: string): Caller => ({
      role: 'authenticated',
      claims: { sub: id, aal },
    })
    expect(await reach(people.database, withLevel('aal1'), 'select from enquiries')).toBe(0)
    expect(await reach(people.database, withLevel('aal2'), 'select from enquiries')).toBe(1)
    await people.database.query('delete from auth.mfa_factors where user_id = $1', [id])
  })

  test('two administrators who demote each other at once leave one', async () => {
    for (const isolation of ['read committed', 'repeatable read', 'serializable']) {
      await people.database.query(
        `insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
        [admin],
      )
      await people.database.query(
        `insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
        [other],
      )
      const demote = (whom: string) =>
        people.database.transaction(async (tx) => {
          await tx.query(`set transaction isolation level ${isolation}`)
          await tx.query(`delete from user_roles where user_id = $1 and role = 'admin'`, [whom])
        })
      await Promise.allSettled([demote(admin), demote(other)])
      const { count } = await people.database.query(`select from user_roles where role = 'admin'`)
      expect(count).toBe(1)
    }
  })
})
