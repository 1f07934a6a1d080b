// Hourly: works out from the clicks of the office by how much the shipped model is adjusted.
import type { LiveContent } from '#content/live-content.ts'
import type { Database } from '../../database/database.ts'
import type { Worker } from '../../jobs/job.ts'
import { featuresOf } from '../judge/features.ts'
import { type EnquiryText, shippedModel } from '../judge/judge.ts'
import { type Area, originOf } from '../judge/origin.ts'
import { adjust } from './adjust.ts'
import { readAnswered, readClicks } from './examples.ts'
import { inTurns } from './in-turns.ts'
import { channel, modelId } from './learned.ts'

const hour = 3_600_000
/** The heaviest: every instance reads them after each click, and the rest decide nothing. */
const maxWeights = 5_000

export function learningWorker(database: Database, content: LiveContent): Worker {
  return {
    kind: 'spam-learning',
    concurrency: 1,
    everyMs: hour,
    run: () => learnFromClicks(database, content.current.area),
  }
}

export async function learnFromClicks(database: Database, area: Area): Promise<void> {
  const clicks = await readClicks(database)
  const answered = clicks.length > 0 ? await readAnswered(database, clicks.length) : []
  const read = (enquiry: EnquiryText) => featuresOf(enquiry.message, originOf(enquiry, area))
  const { weights } = adjust(
    shippedModel,
    await inTurns(clicks, (enquiry) => ({ features: read(enquiry), isSpam: enquiry.is_spam })),
    await inTurns(answered, read),
  )
  const telling = [...weights]
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .slice(0, maxWeights)
    .map(([at, weight]) => [at, Math.round(weight * 1e4) / 1e4])
  await database.transaction(async (tx) => {
    // Clicks that were forgotten meanwhile must not come back.
    const { rows } = await tx.query<{ count: number }>(
      'select count(*)::int as count from internal.spam_clicks',
    )
    const isForgotten = rows[0]?.count === 0
    await tx.query(
      `insert into internal.spam_adjustment (model, weights, examples) values ($1, $2, $3)
       on conflict (is_only) do update
         set model = excluded.model, weights = excluded.weights, examples = excluded.examples,
           learned_at = now()`,
      [
        modelId,
        JSON.stringify(isForgotten ? {} : Object.fromEntries(telling)),
        isForgotten ? 0 : clicks.length,
      ],
    )
    await tx.query('select pg_notify($1, $2)', [channel, 'learned'])
  })
}
