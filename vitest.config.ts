import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './tests/support/long-files-first.ts'

const rooms = 'admin,backend,content,schemas,server,site,tools,ui'
const globalSetup = ['tests/support/global-setup.ts']

export default defineConfig({
  test: {
    // Hashing passwords at the product's cost took a quarter of the auth tests' time.
    alias: [
      {
        find: /^.*\/bcrypt-cost\.ts$/,
        replacement: fileURLToPath(new URL('tests/support/bcrypt-cost.ts', import.meta.url)),
      },
    ],
    // As for the journeys: `npm test` prints what failed at the first try as FLAKY.
    retry: 1,
    // Only for what hangs: beside two other workers a test takes thrice its time, and on a machine
    // that others use more than that again.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Polls end as soon as they can; on a busy machine that may take a while.
    expect: { poll: { timeout: 30_000 } },
    // One more than cores: faults, timeouts and restarts are waited for rather than computed. More than
    // four were not tried; each has databases of its own.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    // Files share the modules of their worker: loading them anew for each took a third of the time.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          // Beside what they test, or about the sources: no database, no server.
          name: 'rules',
          include: [`{${rooms}}/**/*.test.{ts,tsx}`, 'tests/architecture/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // What callers are promised over HTTP, in this process and on one engine.
          name: 'contract',
          include: ['tests/{accounts,compatibility,enquiries}/**/*.test.ts'],
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          // What depends on the engine, on both.
          name: 'engines',
          include: ['tests/{access,database,files,site}/**/*.test.ts'],
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          // The built server, its faults, and attacks on it.
          name: 'product',
          include: ['tests/{attack,faults,pages,server}/**/*.test.ts'],
          globalSetup,
        },
      },
    ],
  },
})
