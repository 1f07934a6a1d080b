// Caches the catalogue and reloads it when it may have changed: on `notify pgrst, 'reload schema'`,
// and when a request names an unknown table, column or function.
import type { Database } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'

/** Limits reloads: requests for unknown names must not each read the catalogue. */
const rereadAfterMs = 3000

export interface CatalogueCache {
  /** Plans against the catalogue, and again against a fresh one when a name is not found. */
  plan<T>(plan: (catalogue: Catalogue) => T): Promise<T>
  /** The database reported a missing table or column: reload before the next request. */
  invalidate(): void
}

export function cacheCatalogue(database: Database, now = Date.now): CatalogueCache {
  let current: Promise<Catalogue> | undefined
  let readAt = 0
  let isListening = false

  function read(): Promise<Catalogue> {
    readAt = now()
    const reading = readCatalogue(database)
    current = reading
    // Callers that waited get the failure; the next request tries again.
    reading.catch(() => {
      if (current === reading) current = undefined
    })
    return reading
  }

  function forget() {
    current = undefined
  }

  async function listen() {
    if (isListening) return
    isListening = true
    const onMessage = (payload: string) => {
      if (payload === '' || payload === 'reload schema') forget()
    }
    await database.listen('pgrst', { onMessage, onReconnect: forget }).catch(() => {
      isListening = false
    })
  }

  return {
    async plan(plan) {
      await listen()
      const catalogue = await (current ?? read())
      try {
        return plan(catalogue)
      } catch (error) {
        if (!isUnknownName(error) || now() - readAt < rereadAfterMs) throw error
        return plan(await read())
      }
    },
    invalidate() {
      if (now() - readAt >= rereadAfterMs) forget()
    },
  }
}

function isUnknownName(error: unknown): boolean {
  return error instanceof Problem && /^(PGRST20\d|42703|42704)$/.test(error.code)
}
