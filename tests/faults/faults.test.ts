// The faults of a running product, as a table. After each, every acknowledged enquiry exists exactly
// once and is delivered. The long form (PROVE=1) repeats each many times.
import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startServerProcess } from '#tests/support/server-process.ts'
import { whyNoMount } from '#tests/support/small-disk.ts'
import { type Fault, isLongForm, runFault, type World } from './fault-runner.ts'

const times = (short: number, long: number) => (isLongForm ? long : short)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function repeat(count: number, act: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < count; round += 1) await act(round)
}

const killAtRandom = ({ product, acknowledgedMore, endLeases }: World) =>
  repeat(times(3, 30), async () => {
    await acknowledgedMore(Math.floor(Math.random() * 20))
    await pause(Math.random() * 30)
    await product.kill()
    if (!isLongForm) await endLeases()
    await product.start()
  })

const stopUnderLoad = ({ product, acknowledgedMore }: World) =>
  repeat(times(1, 20), async () => {
    await acknowledgedMore(10)
    expect(await product.stop()).toBeLessThan(10_000)
    await product.start()
  })

/** Every request that got through is answered; every other is refused at once. */
const nothingBroke = (failures: Map<string, number>) =>
  expect(
    [...failures.keys()].filter((kind) => kind !== 'refused' && kind !== 'turned away'),
  ).toEqual([])

const stopPostgres = (mode: 'fast' | 'immediate') => (world: World) =>
  repeat(times(1, 8), async () => {
    await world.acknowledgedMore(10)
    await world.postgres?.stop(mode)
    await pause(1_000)
    await world.postgres?.start()
  })

const hour = 3_600_000
const jumps = isLongForm ? [hour, -hour, 48 * hour, 0, -48 * hour, 0] : [48 * hour, -hour, 0]

const faults: Fault[] = [
  { name: 'kill -9 at random moments', engine: 'embedded', happen: killAtRandom },
  { name: 'kill -9 with PostgreSQL', engine: 'postgres', happen: killAtRandom },
  { name: 'SIGTERM under load', engine: 'embedded', happen: stopUnderLoad, check: nothingBroke },
  {
    name: 'SIGTERM under load with PostgreSQL',
    engine: 'postgres',
    happen: stopUnderLoad,
    check: nothingBroke,
  },
  {
    name: 'PostgreSQL stopped (fast) and started',
    engine: 'postgres',
    ownPostgres: true,
    happen: stopPostgres('fast'),
  },
  {
    name: 'PostgreSQL stopped (immediate) and started',
    engine: 'postgres',
    ownPostgres: true,
    happen: stopPostgres('immediate'),
  },
  {
    name: 'the mail server goes and comes back',
    engine: 'embedded',
    happen: ({ mailServer, acknowledgedMore }) =>
      repeat(times(1, 5), async () => {
        await mailServer.goDown()
        await acknowledgedMore(20)
        await mailServer.comeBack()
      }),
    check: (failures) => expect([...failures]).toEqual([]),
  },
  {
    name: 'the clock jumps forward and back',
    engine: 'embedded',
    env: {
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shifted-clock.mjs')}`,
    },
    happen: ({ product, acknowledgedMore }) =>
      repeat(jumps.length, async (round) => {
        await writeFile(join(product.dataDir, 'clock-shift'), String(jumps[round]))
        await acknowledgedMore(15)
      }),
  },
  {
    name: 'a second process on the folder',
    engine: 'embedded',
    happen: ({ product, acknowledgedMore }) =>
      repeat(times(1, 10), async () => {
        const second = await startServerProcess({ DATA_DIR: product.dataDir }, { isReady: false })
        expect(await second.ended).toBe(1)
        expect(second.output()).toBe(
          `The data folder ${product.dataDir} is in use by another process. Stop it first, or set DATA_DIR to another folder.\n`,
        )
        await acknowledgedMore(10)
      }),
    check: (failures) => expect([...failures]).toEqual([]),
  },
]

describe('nothing acknowledged is lost or doubled', () => {
  test.each(faults)('$name', { timeout: 900_000 }, async (fault) => {
    console.info(await runFault(fault))
  })

  test('the disk is full for a while', { timeout: 900_000 }, async ({ skip }) => {
    const refusal = whyNoMount()
    if (refusal) {
      console.info(`not tried: ${refusal}`)
      skip(refusal)
    }
    console.info(await runFault(fullDisk))
  })
})

/** The data folder is on its own disk, which another process fills completely. */
const fullDisk: Fault = {
  name: 'the disk is full for a while',
  engine: 'embedded',
  prepare: async (dataDir) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', dataDir])
  },
  happen: ({ product, clients, acknowledgedMore }) =>
    repeat(times(1, 6), async () => {
      const ballast = join(product.dataDir, 'ballast')
      const before = clients.failures.get('503') ?? 0
      fillDisk(ballast)
      // The current WAL segment is preallocated; when it is full, visitors get a 503.
      await expect
        .poll(() => clients.failures.get('503') ?? 0, { timeout: 180_000 })
        .toBeGreaterThan(before)
      await rm(ballast)
      await acknowledgedMore(5)
    }),
  cleanUp: async (dataDir) => {
    execFileSync('umount', [dataDir])
  },
}

function fillDisk(file: string): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'], { stdio: 'ignore' })
  } catch {
    // It fails with "no space left", as intended.
  }
}
