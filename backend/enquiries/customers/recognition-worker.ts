// Finds the customers of stored enquiries. A trigger adds a job for new ones; hourly, and first after an
// upgrade or a restore, a pass over all finds those that belong to none.
import type { Database } from '../../database/database.ts'
import type { Worker } from '../../jobs/job.ts'

/** Small: the embedded database runs one statement at a time. */
const batchSize = 50
const hour = 3_600_000
const timeoutMs = 1_800_000

export function recognitionWorkers(database: Database): Worker[] {
  return [
    {
      kind: 'customer-recognition',
      concurrency: 1,
      timeoutMs,
      async run({ payload }, signal) {
        const { enquiries } = payload as { enquiries?: string[] }
        if (!enquiries) return recogniseAll(database, signal)
        await recognise(database, enquiries)
      },
    },
    {
      kind: 'customer-backlog',
      concurrency: 1,
      everyMs: hour,
      timeoutMs,
      run: (_job, signal) => recogniseAll(database, signal),
    },
  ]
}

interface Place {
  id: string
  /** As text, to the microsecond. */
  created_at: string
}

/** In order of arrival, each batch from where the last one ended. */
export async function recogniseAll(database: Database, signal: AbortSignal): Promise<void> {
  let last: Place = { id: '00000000-0000-0000-0000-000000000000', created_at: '-infinity' }
  while (!signal.aborted) {
    const { rows } = await database.query<Place>(
      'select id, created_at::text from internal.unrecognised_enquiries($1, $2, $3)',
      [last.created_at, last.id, batchSize],
    )
    if (rows.length > 0) {
      const ids = rows.map(({ id }) => id)
      await recognise(database, ids)
    }
    const end = rows.at(-1)
    if (!end || rows.length < batchSize) return
    last = end
  }
}

async function recognise(database: Database, enquiryIds: string[]): Promise<void> {
  await database.query('select internal.recognise_customers($1)', [enquiryIds])
}
