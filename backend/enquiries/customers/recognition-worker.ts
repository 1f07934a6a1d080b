// Finds the customers of stored enquiries. A trigger adds a job for new ones; hourly, and first after an
// upgrade or a restore, a pass over all finds those that belong to none.
import type { Database } from '../../database/database.ts'
import type { Worker } from '../../jobs/job.ts'

/** Small: the embedded database runs one statement at a time. */
const batchSize = 50
const readSize = 2_000
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

/** In order of arrival, each read from where the last one ended. */
export async function recogniseAll(database: Database, signal: AbortSignal): Promise<void> {
  let last: Place | undefined = {
    id: '00000000-0000-0000-0000-000000000000',
    created_at: '-infinity',
  }
  while (last) {
    const found: Place[] = await readUnrecognised(database, last)
    for (let at = 0; at < found.length; at += batchSize) {
      if (signal.aborted) return
      const ids = found.slice(at, at + batchSize).map(({ id }) => id)
      await recognise(database, ids)
    }
    last = found.length === readSize ? found.at(-1) : undefined
  }
}

async function readUnrecognised(database: Database, last: Place): Promise<Place[]> {
  const { rows } = await database.query<Place>(
    `select e.id, e.created_at::text from enquiries e
     where e.created_at >= $1 and (e.created_at, e.id) > ($1, $2)
       and e.status <> 'spam' and e.erased_at is null
       and not exists (select from enquiry_customers c where c.enquiry_id = e.id)
     order by e.created_at, e.id
     limit ${readSize}`,
    [last.created_at, last.id],
  )
  return rows
}

async function recognise(database: Database, enquiryIds: string[]): Promise<void> {
  await database.query('select internal.recognise_customers($1)', [enquiryIds])
}
