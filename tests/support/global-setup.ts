// Once per test run: a PostgreSQL server and, for both engines, a migrated database to copy from.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { migrate } from '#backend/database/migrate.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { schema } from '#backend/database/schema.ts'
import { createPostgresServer, type PostgresServer } from '#tools/postgres-server.ts'
import { workerFile } from './worker-file.ts'

declare module 'vitest' {
  interface ProvidedContext {
    embeddedTemplate: string
    postgresUrl: string
  }
}

let server: PostgresServer
let folder: string

export async function setup(project: TestProject) {
  folder = await mkdtemp(join(tmpdir(), 'template-'))
  const embeddedTemplate = join(folder, 'database')
  const embedded = await openEmbedded({ folder: embeddedTemplate, workerFile })
  await migrate(embedded, schema)
  await embedded.close()

  server = await createPostgresServer()
  const maintenance = openPostgres({ url: server.url('postgres') })
  await maintenance.query('create database template_migrated')
  await maintenance.close()
  const template = openPostgres({ url: server.url('template_migrated') })
  await migrate(template, schema)
  await template.close()

  project.provide('embeddedTemplate', embeddedTemplate)
  project.provide('postgresUrl', server.url(''))
}

export async function teardown() {
  await server?.remove()
  await rm(folder, { recursive: true, force: true })
}
