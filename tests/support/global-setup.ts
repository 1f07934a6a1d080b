// Once per test run: a PostgreSQL server and, for both engines, a migrated database to copy from.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { migrate } from '#backend/database/migrate.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { schema } from '#backend/database/schema.ts'
import { createPostgresServer } from '#tools/postgres-server.ts'
import { emptyDatabase, workerFile } from './worker-file.ts'

declare module 'vitest' {
  interface ProvidedContext {
    embeddedTemplate: string
    postgresUrl: string
  }
}

interface Templates {
  embeddedTemplate: string
  postgresUrl: string
  remove(): Promise<void>
}

/** Each project loads this file anew; the process is what they share. */
const shared = globalThis as { testTemplates?: Promise<Templates>; testProjects?: number }

export async function setup(project: TestProject) {
  shared.testProjects = (shared.testProjects ?? 0) + 1
  shared.testTemplates ??= makeTemplates()
  const { embeddedTemplate, postgresUrl } = await shared.testTemplates
  project.provide('embeddedTemplate', embeddedTemplate)
  project.provide('postgresUrl', postgresUrl)
}

export async function teardown() {
  shared.testProjects = (shared.testProjects ?? 0) - 1
  if (shared.testProjects === 0) await (await shared.testTemplates)?.remove()
}

async function makeTemplates(): Promise<Templates> {
  const folder = await mkdtemp(join(tmpdir(), 'template-'))
  const embeddedTemplate = join(folder, 'database')
  const [server] = await Promise.all([migratedServer(), makeEmbedded(embeddedTemplate)])
  return {
    embeddedTemplate,
    postgresUrl: server.url(''),
    async remove() {
      await server.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeEmbedded(folder: string): Promise<void> {
  const embedded = await openEmbedded({ folder, workerFile, emptyDatabase })
  await migrate(embedded, schema)
  await embedded.close()
}

async function migratedServer() {
  // Several files at once, each with pools of its own.
  const server = await createPostgresServer({ settings: { max_connections: '300' } })
  const maintenance = openPostgres({ url: server.url('postgres') })
  await maintenance.query('create database template_migrated')
  await maintenance.close()
  const template = openPostgres({ url: server.url('template_migrated') })
  await migrate(template, schema)
  await template.close()
  return server
}
