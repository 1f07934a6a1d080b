// What the storage service is given, and one request of it.
import type { Context } from 'hono'
import { readCallerRoles, sessionIdOf } from '../caller/caller-roles.ts'
import type { Keys } from '../caller/keys.ts'
import { asCaller, type Caller } from '../database/as-caller.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Pictures } from '../files/pictures/pictures.ts'
import type { SpaceLimits } from '../files/space.ts'
import type { Spool } from '../files/spool.ts'
import type { CallerQuotas } from '../limits/caller-quotas.ts'
import type { Limits } from '../limits/limits.ts'

export interface StorageDeps {
  database: Database
  keys: Keys
  store: FileStore
  spool: Spool
  pictures: Pictures
  space: SpaceLimits
  /** The network that visitors' limits and quotas count by. */
  clientNetwork(request: Request): string
  quotas: CallerQuotas
  limits: Limits
  /** Reports the cause of responses with status 500 or more, which the caller does not see. */
  report(error: unknown): void
}

export interface StorageEnv {
  Variables: { caller: Caller }
}

export type StorageContext = Context<StorageEnv>

/** The holder of a signed URL, and the service itself. */
export const service: Caller = { role: 'service_role', claims: { role: 'service_role' } }

const timeoutMs = 5_000

/** Runs a transaction under the caller's policies and charges the caller's quota. */
export function runAs<T>(
  { database, quotas, clientNetwork }: StorageDeps,
  c: StorageContext,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const { caller } = c.var
  const run = (spent: (ms: number) => void) =>
    asCaller(
      database,
      caller,
      async (tx) => {
        const started = performance.now()
        try {
          await readCallerRoles(tx, caller)
          return await work(tx)
        } finally {
          spent(performance.now() - started)
        }
      },
      { timeoutMs },
    )
  if (caller.role === 'service_role') return run(() => {})
  const payer = { network: clientNetwork(c.req.raw), session: sessionIdOf(caller.claims) }
  return quotas.charge(payer, run)
}

/** From here on the transaction runs with the server's own rights, for what no caller may read. */
export async function leaveRole(tx: Queryable): Promise<void> {
  await tx.query(`select set_config('role', 'none', true)`)
}

class RolledBack extends Error {}

/** Runs the work as the caller and undoes it: throws what it would throw. */
export async function tryAs(
  deps: StorageDeps,
  c: StorageContext,
  work: (tx: Queryable) => Promise<unknown>,
): Promise<void> {
  try {
    await runAs(deps, c, async (tx) => {
      await work(tx)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
}
