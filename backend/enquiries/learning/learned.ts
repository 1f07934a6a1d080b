// What this installation has learned, as the judge of this instance uses it. Another instance may have
// worked it out: a notification, and a look every minute while enquiries arrive, keep it current.
import { createHash } from 'node:crypto'
import type { Database, Queryable } from '../../database/database.ts'
import { wordsOf } from '../judge/features.ts'
import { type Learned, nothingLearned } from '../judge/judge.ts'
import stored from '../judge/model.json' with { type: 'json' }
import { seeThrough } from '../judge/see-through.ts'
import { noAdjustment } from './adjust.ts'
import { readCampaigns } from './examples.ts'
import { fingerprintOf } from './fingerprint.ts'
import { inTurns } from './in-turns.ts'

export interface LearnedReader {
  /** At once, from memory. */
  current(): Learned
}

export interface LearnedLog {
  warn(details: object, text: string): void
}

export const channel = 'spam_learning'
const staleAfterMs = 60_000

/** Tells the shipped model from those before and after it. */
export const modelId = createHash('sha256').update(stored.weights).digest('hex').slice(0, 16)

export function learnedReader(database: Database, log: LearnedLog): LearnedReader {
  let learned = nothingLearned
  let readAt = 0
  let isReading = false
  let isAgain = false

  async function read(): Promise<void> {
    // A click during a read is seen by the next.
    isAgain = isReading
    if (isReading) return
    isReading = true
    readAt = Date.now()
    try {
      learned = await readLearned(database)
    } catch (error) {
      log.warn({ err: error }, 'what the spam filter learned could not be read')
    } finally {
      isReading = false
    }
    if (isAgain) await read()
  }

  const listening = database.listen(channel, {
    onMessage: () => void read(),
    onReconnect: () => void read(),
  })
  listening.catch((error) => log.warn({ err: error }, 'the spam filter is not told of clicks'))
  return {
    current() {
      if (Date.now() - readAt > staleAfterMs) void read()
      return learned
    },
  }
}

export async function readLearned(database: Queryable): Promise<Learned> {
  const { rows } = await database.query<{ weights: Record<string, number>; examples: number }>(
    'select weights, examples from internal.spam_adjustment where model = $1',
    [modelId],
  )
  const [row] = rows
  const messages = await readCampaigns(database)
  return {
    adjustment: row
      ? {
          weights: new Map(Object.entries(row.weights).map(([at, weight]) => [Number(at), weight])),
          clicks: row.examples,
        }
      : noAdjustment,
    campaigns: await inTurns(messages, (message) =>
      fingerprintOf(wordsOf(seeThrough(message).text)),
    ),
  }
}
