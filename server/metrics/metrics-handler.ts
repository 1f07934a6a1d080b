// GET /metrics, for holders of the secret key: counters and current gauges.
import type { Context } from 'hono'
import { bearerTokenOf } from '#backend/caller/caller.ts'
import type { Keys } from '#backend/caller/keys.ts'
import type { Database } from '#backend/database/database.ts'
import { databaseGauges } from './database-gauges.ts'
import type { Metrics } from './metrics.ts'
import { processMetrics } from './process-metrics.ts'

export interface MetricsHandlerOptions {
  metrics: Metrics
  database: Database
  keys: Keys
  /** Of `readBuildId`. */
  build: string
  /** The folder whose disk is measured. */
  dataDir: string
  /** FILES_MAX_MB. */
  maxFileBytes: number
}

export function metricsHandler(options: MetricsHandlerOptions) {
  const { metrics, database, keys } = options
  const { registry } = metrics
  processMetrics(registry, { ...options, engine: database.engine })
  const readDatabase = databaseGauges(registry, database)
  return async (context: Context): Promise<Response> => {
    const key = bearerTokenOf(context.req.raw) ?? context.req.header('apikey') ?? ''
    if (!keys.isSecretKey(key)) {
      return context.text('The secret key is needed\n', 401, { 'WWW-Authenticate': 'Bearer' })
    }
    await readDatabase()
    return context.text(await registry.metrics(), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    })
  }
}
