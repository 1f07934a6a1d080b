// A start waits for a PostgreSQL server that is not up yet, and for nothing else.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#backend/database/postgres.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { createPostgresServer, type PostgresServer } from '#tools/postgres-server.ts'

let folder: string
let postgres: PostgresServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waiting-'))
  postgres = await createPostgresServer()
  const database = openPostgres({ url: postgres.url('postgres'), poolSize: 1 })
  await database.query(`create role gardens login createrole password 'the right one'`)
  const { rows } = await database.query<{ hba_file: string }>('show hba_file')
  const file = rows[0]?.hba_file ?? ''
  const rules = [
    'host postgres gardens 127.0.0.1/32 scram-sha-256',
    'host all barred 127.0.0.1/32 reject',
    await readFile(file, 'utf8'),
  ]
  await writeFile(file, rules.join('\n'))
  await database.query('select pg_reload_conf()')
  await database.close()
})
afterAll(async () => {
  await postgres.remove()
  await rm(folder, { recursive: true, force: true })
})

function addressWith(change: (url: URL) => void): string {
  const url = new URL(postgres.url('postgres'))
  change(url)
  return url.href
}

const start = (databaseUrl: string) =>
  startServerProcess(
    { DATA_DIR: join(folder, 'unused'), DATABASE_URL: databaseUrl },
    { isReady: false },
  )

test.each<[string, (url: URL) => void, RegExp]>([
  [
    'a wrong password',
    (url) => Object.assign(url, { username: 'gardens', password: 'the-wrong-one' }),
    /password .* user gardens.* alter role gardens/,
  ],
  ['no password', (url) => Object.assign(url, { username: 'gardens' }), /no password/],
  ['an unknown user', (url) => Object.assign(url, { username: 'stranger' }), /stranger/],
  ['a user who is not let in', (url) => Object.assign(url, { username: 'barred' }), /pg_hba/],
  [
    'a missing database',
    (url) => Object.assign(url, { pathname: '/no_such_one' }),
    /create database no_such_one/,
  ],
])('%s stops the start with one line that says what to do', async (_name, change, expected) => {
  const server = await start(addressWith(change))
  expect(await server.ended).toBe(1)
  const lines = server.output().trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^DATABASE_URL /)
  expect(lines[0]).toMatch(expected)
  expect(server.output()).not.toContain('the-wrong-one')
})

test('a server that is not there yet is waited for, and a line says so once', async () => {
  await postgres.stop()
  const server = await start(postgres.url('postgres'))
  await expect.poll(() => server.output()).toContain('Waiting up to 30 s')
  expect(server.output()).toContain('ECONNREFUSED')
  await postgres.start()
  const health = () => fetch(`${server.url}/healthz`).then(({ status }) => status, String)
  await expect.poll(health, { timeout: 60_000 }).toBe(200)
  expect(server.output().match(/ECONNREFUSED/g)).toHaveLength(1)
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('a server that is starting up is waited for', async () => {
  const fields = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0'
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  const answer = Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])
  const starting = net.createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(answer))
  })
  await new Promise<void>((resolve) => starting.listen(0, '127.0.0.1', resolve))
  const { port } = starting.address() as net.AddressInfo
  const server = await start(`postgresql://gardens:secret@127.0.0.1:${port}/gardens`)
  await expect.poll(() => server.output()).toMatch(/Waiting .* is starting up/)
  await server.kill('SIGKILL')
  starting.close()
})
