// The table API over a database with users, reviews and a small nursery to query, for a test file.
import { PostgrestClient } from '@supabase/postgrest-js'
import { Hono } from 'hono'
import { expect } from 'vitest'
import { type Keys, loadKeys } from '#backend/caller/keys.ts'
import type { Database } from '#backend/database/database.ts'
import { tables } from '#backend/tables/tables.ts'
import { type EngineName, openTestDatabase } from './databases.ts'
import nurserySql from './nursery.sql?raw'

export const people = {
  admin: '00000000-0000-4000-8000-00000000000a',
  user: '00000000-0000-4000-8000-00000000000b',
  other: '00000000-0000-4000-8000-00000000000c',
}

/** Not seeded: `addStaff` adds this user. */
export const staffId = '00000000-0000-4000-8000-00000000000d'

export const callerNames = ['anon', 'user', 'admin', 'service'] as const
export type CallerName = (typeof callerNames)[number] | 'staff'

export interface TableApi {
  database: Database
  keys: Keys
  /** Errors that the API reported: must stay empty. */
  failures: unknown[]
  headers(caller: CallerName): Record<string, string>
  /** A raw request below /rest/v1. */
  request(caller: CallerName, path: string, init?: RequestInit): Promise<Response>
  client(caller: CallerName): PostgrestClient
  fetch: typeof fetch
  remove(): Promise<void>
}

export const origin = 'http://project.test'
const issuer = `${origin}/auth/v1`

export async function openTableApi(engine: EngineName): Promise<TableApi> {
  const { database, remove } = await openTestDatabase(engine)
  const keys = await loadKeys(database, { issuer })
  await seed(database)
  const failures: unknown[] = []
  const report = (error: unknown) => failures.push(error)
  const app = new Hono().route('/rest/v1', tables({ database, keys, report }))
  const inProcess: typeof fetch = async (input, init) => app.request(new Request(input, init))

  const tokens = {
    anon: keys.publishableKey,
    user: await userToken(keys, people.user),
    staff: await userToken(keys, staffId),
    admin: await userToken(keys, people.admin),
    service: keys.secretKey,
  }
  const headers = (caller: CallerName) => ({
    apikey: caller === 'service' ? keys.secretKey : keys.publishableKey,
    Authorization: `Bearer ${tokens[caller]}`,
  })
  return {
    database,
    keys,
    failures,
    headers,
    request: async (caller, path, init = {}) =>
      app.request(`${origin}/rest/v1${path}`, {
        ...init,
        headers: { ...headers(caller), ...(init.headers as Record<string, string>) },
      }),
    client: (caller) =>
      new PostgrestClient(`${origin}/rest/v1`, { headers: headers(caller), fetch: inProcess }),
    fetch: inProcess,
    remove,
  }
}

/** The session of each user's tokens. */
export const sessionOf = (sub: string) => sub.replace('-8000-', '-8001-')

export function userToken(keys: Keys, sub: string, more: Record<string, unknown> = {}) {
  const now = Math.floor(Date.now() / 1000)
  return keys.sign({
    iss: keys.issuer,
    sub,
    role: 'authenticated',
    aud: 'authenticated',
    iat: now,
    exp: now + 3600,
    session_id: sessionOf(sub),
    ...more,
  })
}

/** Adds a user with the role `staff`, the caller of that name. */
export async function addStaff({ database }: Pick<TableApi, 'database'>): Promise<void> {
  await addPerson(database, 'staff', staffId)
  await database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [staffId])
}

async function addPerson(database: Database, name: string, id: string): Promise<void> {
  await database.query(
    `insert into auth.users (id, email, raw_user_meta_data)
     values ($1, $2, jsonb_build_object('full_name', $3::text))`,
    [id, `${name}@x.test`, `${name[0]?.toUpperCase()}${name.slice(1)} Person`],
  )
  await database.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
    sessionOf(id),
    id,
  ])
}

async function seed(database: Database): Promise<void> {
  for (const [name, id] of Object.entries(people)) await addPerson(database, name, id)
  await database.query(
    `insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'editor'), ($3, 'editor'), ($3, 'viewer')`,
    [people.admin, people.user, people.other],
  )
  await database.query(
    `insert into google_reviews (id, author_name, review_text, rating, is_featured, review_id, time_posted, created_at)
     select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid,
       'Author ' || n,
       case when n % 4 = 0 then null else 'Lovely garden number ' || n || ', tidy lawn' end,
       1 + n % 5, n <= 6, 'manual_' || n,
       timestamptz '2026-01-01T00:00:00Z' + n * interval '1 day',
       timestamptz '2026-02-01T00:00:00Z' + n * interval '1 hour'
     from generate_series(1, 10) n`,
  )
  await database.query(
    `insert into enquiries (name, email, phone, address, service, message)
     values ('Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other', 'Please call me back')`,
  )
  await database.query(nurserySql)
}

/** One query with the official client, and its result. */
export type Ask = (db: PostgrestClient) => PromiseLike<{
  data: unknown
  error: { code: string; message: string; details: unknown; hint: unknown } | null
  status: number
  count: number | null
}>

/** The client's types allow this only for servers of version 13 or later. */
export const atMost = (rows: number, query: object) =>
  (query as { maxAffected(rows: number): ReturnType<Ask> }).maxAffected(rows)

/** The state before every case, and after it. */
export async function expectNurseryAsItWas(api: TableApi): Promise<void> {
  const db = api.client('service')
  const { data } = await db.from('beds').select('id,label').order('id')
  expect(data).toEqual([
    { id: 1, label: 'North' },
    { id: 2, label: 'South' },
    { id: 3, label: 'Empty' },
  ])
  const { count } = await db.from('plants').select('*', { count: 'exact', head: true })
  expect(count).toBe(5)
}
