import type { CheckDeps, CheckResult } from './check.ts'
import { formatBytes } from './format-amounts.ts'

const slowMs = 500

export async function checkDatabase({ database }: CheckDeps): Promise<CheckResult> {
  const before = performance.now()
  const { rows } = await database.query<{ version: string; bytes: string }>(
    `select current_setting('server_version') as version,
       pg_database_size(current_database())::text as bytes`,
  )
  const ms = Math.max(1, Math.round(performance.now() - before))
  const { version = '', bytes = '0' } = rows[0] ?? {}
  const engine = database.engine === 'embedded' ? 'The embedded database' : `PostgreSQL ${version}`
  const finding = `${engine} answers in ${ms} ms and holds ${formatBytes(Number(bytes))}.`
  if (ms < slowMs) return { state: 'ok', finding }
  return {
    state: 'warning',
    finding,
    advice: 'That is slow. Is the machine, or its disk, busy with something else?',
  }
}
