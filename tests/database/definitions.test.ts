// Functions, views, triggers and policies match their files, whatever was there before.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { migrate, NewerDatabase } from '#backend/database/migrate.ts'
import { type Schema, type SqlFile, schema } from '#backend/database/schema.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const table: SqlFile = {
  name: 'public/20990101000000_things.sql',
  sql: `-- needs functions/things.sql
    create table public.things (id int, twice int generated always as (internal.twice(id)) stored);
    alter table public.things enable row level security`,
}
const functions = (sql: string): SqlFile => ({ name: 'functions/things.sql', sql })
const twice = `create or replace function internal.twice(number int) returns int
  language sql immutable as $$ select number * 2 $$;`
const isOpen = (answer: string) => `create or replace function internal.is_open() returns boolean
  language sql stable as $$ select ${answer} $$;
  grant execute on function internal.is_open() to anon;`
const view: SqlFile = {
  name: 'views/things.sql',
  sql: `create view public.things_seen as select t.*, 'seen' as mark from public.things t`,
}
const policies: SqlFile = {
  name: 'policies/things.sql',
  sql: `grant select on public.things to anon;
    create policy open_things on public.things for select to anon using (internal.is_open())`,
}

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database
  beforeEach(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
  })
  afterEach(() => opened.remove())

  const countAs = (role: string) =>
    database.transaction(async (tx) => {
      await tx.query(`set local role ${role}`)
      return (await tx.query('select from things')).count
    })

  test('a changed function is replaced alone, and what uses it stays', async () => {
    const first = next(table, functions(twice + isOpen('true')), view, policies)
    await migrate(database, first)
    await database.query('insert into things values (4)')
    expect(await countAs('anon')).toBe(1)
    const changed = next(table, functions(twice + isOpen('false')), view, policies)
    expect(await migrate(database, changed)).toEqual(['functions/things.sql'])
    expect(await countAs('anon')).toBe(0)
    expect((await database.query('select * from things_seen')).rows).toEqual([
      { id: 4, twice: 8, mark: 'seen' },
    ])
    expect(await migrate(database, changed)).toEqual([])
  })

  test('a grant that is no longer in the file is taken back', async () => {
    const granted = `${isOpen('true')} grant execute on function internal.is_open() to authenticated;`
    await migrate(database, next(functions(granted)))
    const granteesOf = async () => {
      const { rows } = await database.query<{ grantee: string }>(
        `select grantee from information_schema.routine_privileges
         where routine_name = 'is_open' and grantee in ('anon', 'authenticated', 'PUBLIC') order by 1`,
      )
      return rows.map(({ grantee }) => grantee)
    }
    expect(await granteesOf()).toEqual(['anon', 'authenticated'])
    await migrate(database, next(functions(isOpen('true'))))
    expect(await granteesOf()).toEqual(['anon'])
  })

  test('a function with other arguments leaves nothing of the one before', async () => {
    const named = (args: string) =>
      functions(`create or replace function public.greet(${args}) returns text
        language sql as $$ select 'Hello' $$`)
    await migrate(database, next(named('name text')))
    await migrate(database, next(named('name text, times int')))
    const { rows } = await database.query(
      `select oid::regprocedure::text as f from pg_proc where proname = 'greet'`,
    )
    expect(rows).toEqual([{ f: 'greet(text,integer)' }])
  })

  test('what is no longer in any file is dropped, and what no file made is left', async () => {
    const trigger: SqlFile = {
      name: 'triggers/things.sql',
      sql: 'create trigger t after insert on things for each row execute function internal.t()',
    }
    const fire = `create or replace function internal.t() returns trigger
      language plpgsql as $$ begin return null; end $$;`
    await migrate(
      database,
      next(table, functions(twice + fire + isOpen('true')), view, trigger, policies),
    )
    await database.query(
      `create function public.of_the_operator() returns int language sql as 'select 1'`,
    )
    await migrate(database, next(table, functions(twice)))
    const { rows } = await database.query(
      `select proname as name from pg_proc where proname in ('is_open', 't', 'twice', 'of_the_operator')
       union all select polname from pg_policy where polname = 'open_things'
       union all select tgname from pg_trigger where tgname = 't'
       union all select relname from pg_class where relname = 'things_seen' order by 1`,
    )
    expect(rows).toEqual([{ name: 'of_the_operator' }, { name: 'twice' }])
  })

  test('a view shows the columns that a migration adds', async () => {
    await migrate(database, next(table, functions(twice), view))
    const wider = { name: 'public/20990101000001_wider.sql', sql: 'alter table things add new int' }
    await migrate(database, next(table, wider, functions(twice), view))
    await database.query('insert into things values (1)')
    expect((await database.query('select * from things_seen')).rows).toEqual([
      { id: 1, twice: 2, new: null, mark: 'seen' },
    ])
  })

  test('what a migration drops is made again, also by the start after one that failed', async () => {
    await migrate(database, next(table, functions(twice + isOpen('true')), policies))
    const text = `create or replace function internal.is_open() returns text
      language sql stable as $$ select 'yes' $$; grant execute on function internal.is_open() to anon;`
    const retyped = { ...policies, sql: policies.sql.replace('is_open()', `is_open() = 'yes'`) }
    const drop = {
      name: 'public/20990101000002_drop.sql',
      sql: 'drop function if exists internal.is_open() cascade',
    }
    const broken = { name: 'policies/zz.sql', sql: 'create policy nonsense on nowhere' }
    await expect(
      migrate(database, next(table, drop, functions(twice + text), retyped, broken)),
    ).rejects.toThrow('nowhere')
    await database.query('insert into things values (1)')
    await migrate(database, next(table, drop, functions(twice + text), retyped))
    expect(await countAs('anon')).toBe(1)
  })

  test('files that change together change together or not at all', async () => {
    await migrate(database, next(functions(isOpen('true'))))
    const broken = { name: 'views/broken.sql', sql: 'create view public.broken as select nonsense' }
    const attempt = migrate(database, next(functions(isOpen('false')), broken))
    await expect(attempt).rejects.toThrow('nonsense')
    const { rows } = await database.query('select internal.is_open() as answer')
    expect(rows).toEqual([{ answer: true }])
  })

  test('functions find each other in any order, and a misspelt one is found', async () => {
    const calls = (name: string) => ({
      name: 'functions/a.sql',
      sql: `create or replace function internal.a() returns int language sql as $$ select internal.${name}() $$`,
    })
    const b = {
      name: 'functions/b.sql',
      sql: 'create or replace function internal.b() returns int language sql as $$ select 1 $$',
    }
    await expect(migrate(database, next(calls('bb'), b))).rejects.toThrow('internal.bb()')
    await migrate(database, next(calls('b'), b))
    expect((await database.query('select internal.a()')).rows).toEqual([{ a: 1 }])
  })

  test('a function in two files is refused', async () => {
    const again = { ...functions(isOpen('false')), name: 'functions/zz.sql' }
    await expect(migrate(database, next(functions(isOpen('true')), again))).rejects.toThrow(
      'internal.is_open() is defined in functions/things.sql and in functions/zz.sql',
    )
  })

  test('an older version does not put its own functions back', async () => {
    const newer = { ...next(functions(isOpen('true'))), revision: schema.revision + 1 }
    await migrate(database, newer)
    await expect(migrate(database, schema)).rejects.toBeInstanceOf(NewerDatabase)
    await expect(migrate(database, schema)).rejects.toThrow(`revision ${newer.revision}`)
    expect((await database.query('select internal.is_open()')).count).toBe(1)
    expect(await migrate(database, newer)).toEqual([])
  })

  test('to apply everything again changes nothing', async () => {
    const before = await describeCatalogue(database)
    await database.query(`update internal.definitions set checksum = ''`)
    const applied = await migrate(database, schema)
    expect(applied).toEqual(schema.definitions.map(({ name }) => name))
    expect(await describeCatalogue(database)).toEqual(before)
  })
})

test('while a reader holds a table for long, others read it and a new policy waits', async () => {
  const { database, remove } = await openTestDatabase('postgres')
  const policy = {
    name: 'policies/late.sql',
    sql: 'create policy late on public.google_reviews for select to site_admin using (true)',
  }
  let applied: Promise<string[]> | undefined
  await database.transaction(async (backup) => {
    await backup.query('select from google_reviews')
    applied = migrate(database, next(policy))
    await expect
      .poll(async () => (await database.query('select from pg_locks where not granted')).count)
      .toBe(1)
    // Queued behind the waiting policy, but not until the reader ends.
    await database.query('select from google_reviews')
  })
  expect(await applied).toEqual([policy.name])
  await remove()
})

/** The schema of a later version, with these files too. */
function next(...files: SqlFile[]): Schema {
  const isMigration = ({ name }: SqlFile) => name.startsWith('public/')
  return {
    ...schema,
    migrations: [...schema.migrations, ...files.filter(isMigration)],
    definitions: [...schema.definitions, ...files.filter((file) => !isMigration(file))],
  }
}

async function describeCatalogue(database: Database): Promise<unknown[]> {
  const { rows } = await database.query(
    `select pg_get_functiondef(oid) as line, array(select unnest(proacl)::text order by 1) as acl
     from pg_proc where pronamespace in ('public'::regnamespace, 'internal'::regnamespace)
       and prokind = 'f'
     union all
     select format('%s %s', relname, case relkind when 'v' then pg_get_viewdef(oid) end),
       array(select unnest(relacl)::text order by 1)
     from pg_class where relnamespace in ('public'::regnamespace, 'internal'::regnamespace)
     union all
     select format('%s %s', attrelid::regclass, attname), array(select unnest(attacl)::text order by 1)
     from pg_attribute where attacl is not null
     union all
     select pg_get_triggerdef(oid), null from pg_trigger where not tgisinternal
     union all
     select to_jsonb(p)::text, null from pg_policies p
     order by 1`,
  )
  return rows
}
