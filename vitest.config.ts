import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const rooms = 'admin,backend,content,schemas,server,site,tools,ui'

export default defineConfig({
  test: {
    // Hashing passwords at the product's cost took a quarter of the auth tests' time.
    alias: [
      {
        find: /^.*\/bcrypt-cost\.ts$/,
        replacement: fileURLToPath(new URL('tests/support/bcrypt-cost.ts', import.meta.url)),
      },
    ],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Polls end as soon as they can; on a busy machine that may take a while.
    expect: { poll: { timeout: 10_000 } },
    // Two cores: each file may start a database of its own.
    maxWorkers: 2,
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
          // On both engines, over the wire, or against the built server.
          name: 'product',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/architecture/**', 'tests/journeys/**'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
})
