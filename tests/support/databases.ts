// A migrated database for a test file, on either engine.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { workerFile } from './worker-file.ts'

/** For what depends on the engine: SQL of its own, locks, policies, migrations, durability. */
export const engines = ['embedded', 'postgres'] as const
export type EngineName = (typeof engines)[number]

/**
 * For what callers are promised over HTTP, which is the same code on both. PostgreSQL, because only
 * there do requests run at once, and a copy of its template is made in a tenth of the time. The long
 * form (PROVE=1) takes both.
 */
export const contractEngines: readonly EngineName[] = process.env.PROVE ? engines : ['postgres']

export interface TestDatabase {
  database: Database
  remove(): Promise<void>
}

export function openTestDatabase(engine: EngineName): Promise<TestDatabase> {
  return engine === 'embedded' ? embeddedCopy() : postgresCopy()
}

async function embeddedCopy(): Promise<TestDatabase> {
  const parent = await mkdtemp(join(tmpdir(), 'embedded-'))
  const folder = join(parent, 'database')
  await copyTemplate(folder)
  const database = await openEmbedded({ folder, workerFile })
  return {
    database,
    async remove() {
      await database.close()
      await rm(parent, { recursive: true, force: true })
    },
  }
}

async function postgresCopy(): Promise<TestDatabase> {
  const { url, remove } = await createPostgresDatabase('template_migrated')
  const database = openPostgres({ url })
  return {
    database,
    async remove() {
      await database.close()
      await remove()
    },
  }
}

/** Creates a database on the test run's PostgreSQL server: empty unless a template is named. */
export async function createPostgresDatabase(template = 'template0') {
  const name = `test_${randomBytes(6).toString('hex')}`
  const maintenance = openPostgres({ url: `${inject('postgresUrl')}postgres`, poolSize: 1 })
  await maintenance.query(`create database ${name} template ${template}`)
  return {
    url: `${inject('postgresUrl')}${name}`,
    async remove() {
      await maintenance.query(`drop database ${name} with (force)`)
      await maintenance.close()
    },
  }
}

/**
 * Copies a migrated embedded database into a DATA_DIR, so that a server process starts in a second.
 */
export async function fillDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  await copyTemplate(join(dataDir, 'database'))
  return dataDir
}

/** Node copies the thousand files in ten times the time. */
async function copyTemplate(folder: string): Promise<void> {
  await promisify(execFile)('cp', ['-R', inject('embeddedTemplate'), folder])
}
