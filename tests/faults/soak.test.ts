// An hour of mixed load does not grow the process. V8 and PGlite allocate lazily within minutes, so
// the slope over the second half tells a leak from a warm-up.
import { expect, test } from 'vitest'
import { fillDataDir } from '#tests/support/databases.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { createProduct } from '#tests/support/product.ts'
import { isLongForm, secretKey } from './fault-runner.ts'
import { startMixedLoad } from './mixed-load.ts'

const minutes = Number(process.env.SOAK_MINUTES ?? 60)
const perSecond = 30
const sampleMs = 10_000
/** The leak that this test was written for grew by 6 MB a minute at this load. */
const maxMegabytesPerMinute = 0.5
const admin = { email: 'soak@example.com', password: 'a password for the soak' }

interface Sample {
  minute: number
  megabytes: number
}

test.skipIf(!isLongForm)(
  'an hour of mixed load on the embedded database does not grow the process',
  { timeout: (minutes + 5) * 60_000 },
  async () => {
    const mailServer = await startMailServer()
    const product = await createProduct({
      SMTP_URL: mailServer.url,
      SECRET_KEY: secretKey,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      TRUST_PROXY: '1',
      // Limits are counted, but never reached.
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'error',
    })
    try {
      await fillDataDir(product.dataDir)
      await product.start()
      const load = startMixedLoad({ url: product.url, perSecond, secretKey, admin })
      const samples = await sampleFor(minutes, () => {
        // Not needed here, and an hour of them would fill the test's memory.
        mailServer.received.length = 0
        mailServer.raw.length = 0
        return readResidentMegabytes(product.url)
      })
      await load.stop()
      const half = samples.slice(Math.floor(samples.length / 2))
      const slope = slopeOf(half)
      console.log(sentence(samples, slope, load.answers))
      expect(load.answers.get(200)).toBeGreaterThan(minutes * 60 * perSecond * 0.5)
      expect(slope).toBeLessThan(maxMegabytesPerMinute)
    } finally {
      await product.remove()
      await mailServer.close()
    }
  },
)

async function sampleFor(length: number, read: () => Promise<number>): Promise<Sample[]> {
  const samples: Sample[] = []
  const startedAt = performance.now()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, sampleMs))
    const minute = (performance.now() - startedAt) / 60_000
    if (minute > length) return samples
    samples.push({ minute, megabytes: await read() })
  }
}

async function readResidentMegabytes(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { apikey: secretKey } })
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(await answer.text())?.[1]
  return Number(bytes) / 1024 / 1024
}

/** Least-squares slope in megabytes a minute. */
function slopeOf(samples: Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const minute = mean((sample) => sample.minute)
  const megabytes = mean((sample) => sample.megabytes)
  const together = mean((at) => (at.minute - minute) * (at.megabytes - megabytes))
  return together / mean((at) => (at.minute - minute) ** 2)
}

function sentence(samples: Sample[], slope: number, answers: Map<number, number>): string {
  const every = Math.max(1, Math.floor(samples.length / 12))
  const line = samples.filter((_, at) => at % every === 0)
  const figures = line.map(({ megabytes }) => megabytes.toFixed(0)).join(' ')
  const counts = [...answers].map(([status, count]) => `${status}: ${count}`).join(', ')
  return `soak: ${figures} MB; ${slope.toFixed(2)} MB a minute in the second half; ${counts}`
}
