// Random regular expressions, mostly of shapes known to be slow: those that the table API accepts finish
// on long texts well within the time limit. On PostgreSQL only, where a query can be cancelled; the
// embedded engine has the same matcher.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseCostlyPattern } from '#backend/tables/costly-pattern.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const runs = process.env.PROVE ? 20_000 : 1_000
const timeoutMs = 3000

const quantifier = fc.constantFrom('*', '+', '?', '*?', '{2}', '{0,20}', '{3,9}', '')
const character = fc.constantFrom(
  ...['a', 'b', ' ', '.', '\\w', '\\d', '\\W', '[a-f]', '[^x]', '[[:alpha:]]', '[[:alnum:] ]'],
)
const anchor = fc.constantFrom('\\y', '\\M', '^', '$')
const atom = fc.oneof({ weight: 20, arbitrary: character }, { weight: 1, arbitrary: anchor })
const { expression } = fc.letrec<{ part: string; expression: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(atom, quantifier).map((parts) => parts.join('')),
    fc
      .tuple(fc.array(atom, { minLength: 1, maxLength: 5 }), fc.constantFrom('', '|'), quantifier)
      .map(([atoms, between, often]) => `(${atoms.join(between)})${often}`),
    fc.tuple(tie('expression'), quantifier).map(([inner, often]) => `(?:${inner})${often}`),
  ),
  expression: fc.array(tie('part'), { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
}))

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase('postgres')
  await opened.database.query(
    `create table texts as
     select (select string_agg(md5((n * 100 + k)::text) || ' aaaa lovely garden', ' ')
       from generate_series(1, 20) k) as words
     from generate_series(1, 20) n`,
  )
})
afterAll(() => opened.remove())

test(`none of ${runs} patterns that pass keeps the database busy`, {
  timeout: 60_000 + runs * 60,
}, async () => {
  const passing = expression.filter((pattern) => !isRefused(pattern))
  const property = fc.asyncProperty(passing, async (pattern) => {
    await opened.database
      .transaction((tx) => tx.query('select from texts where words ~ $1', [pattern]), { timeoutMs })
      // A syntax error in the pattern is acceptable; a timeout is not.
      .catch((error) => expect(error.code).toBe('2201B'))
  })
  await fc.assert(property, { numRuns: runs })
})

function isRefused(pattern: string): boolean {
  try {
    refuseCostlyPattern(pattern)
    return false
  } catch {
    return true
  }
}
