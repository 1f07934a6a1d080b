import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Hashing passwords at the product's cost took a quarter of the auth tests' time.
    alias: [
      {
        find: /^.*\/bcrypt-cost\.ts$/,
        replacement: fileURLToPath(new URL('tests/support/bcrypt-cost.ts', import.meta.url)),
      },
    ],
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['node_modules/**', 'dist/**', 'tests/journeys/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Polls end as soon as they can; on a busy machine that may take a while.
    expect: { poll: { timeout: 10_000 } },
    // Two cores: each file may start a database of its own.
    maxWorkers: 2,
  },
})
