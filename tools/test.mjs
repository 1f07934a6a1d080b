// `npm test`: every check and every test in turn, and one line with the totals.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const memoryDisk = '/dev/shm'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const scratch = mkdtempSync(join(hasMemoryDisk() ? memoryDisk : tmpdir(), 'tests-'))
// The tests' PostgreSQL server runs as another user.
chmodSync(scratch, 0o755)
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []
// What passed at the second try only: not counted as passed.
const flaky = []

check('format and lint', 'biome', ['check', '--error-on-warnings'])
check('types', 'tsc', ['--noEmit'])
runTests(
  'vitest',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ],
  {},
  countVitest,
)
runTests(
  'playwright',
  ['test'],
  { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json') },
  countPlaywright,
)

rmSync(reports, { recursive: true, force: true })
rmSync(scratch, { recursive: true, force: true })
// Repeated at the end: often only the last lines of a long log are kept.
for (const test of flaky) console.log(`\nFLAKY ${test}`)
for (const failure of failures) console.log(`\nFAILED ${failure}`)
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
const flakes = flaky.length > 0 ? `, ${flaky.length} flaky` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${flakes}${skipped}`)
process.exit(totals.failed > 0 ? 1 : 0)

/**
 * Test databases are killed and recovered hundreds of times, and disk writes would dominate the run.
 * Memory survives a killed process just as well.
 */
function hasMemoryDisk() {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk)
    return bavail * bsize > 4_000_000_000
  } catch {
    return false
  }
}

function check(name, program, args) {
  console.log(`\n— ${name}`)
  if (run(program, args) === 0) totals.passed += 1
  else {
    totals.failed += 1
    failures.push(name)
  }
}

function runTests(program, args, env, count) {
  console.log(`\n— ${program}`)
  const before = totals.failed
  const status = run(program, args, env)
  try {
    count(JSON.parse(readFileSync(join(reports, `${program}.json`), 'utf8')))
  } catch {
    totals.failed += 1
    failures.push(`${program}: it left no report, so the runner itself broke`)
  }
  if (status !== 0 && totals.failed === before) {
    totals.failed += 1
    failures.push(`${program}: a broken set-up or a leaked error, and no failed test`)
  }
}

function countVitest(report) {
  totals.passed += report.numPassedTests
  totals.failed += report.numFailedTests
  totals.skipped += report.numPendingTests + report.numTodoTests
  for (const file of report.testResults) {
    for (const { status, fullName, failureMessages, duration } of file.assertionResults) {
      const list = status === 'failed' ? failures : failureMessages.length > 0 ? flaky : undefined
      // Of a test that ran out of time the report has no more than where it begins.
      const after = `after ${Math.round((duration ?? 0) / 1000)} s`
      list?.push(`${file.name} › ${fullName} (${after})\n${failureMessages[0]}`)
      if (list === flaky) totals.passed -= 1
    }
    if (file.message) failures.push(`${file.name}\n${file.message}`)
  }
}

function countPlaywright({ stats, suites }) {
  totals.passed += stats.expected
  totals.failed += stats.unexpected
  totals.skipped += stats.skipped
  for (const suite of suites) nameFailedJourneys(suite)
}

function nameFailedJourneys({ specs = [], suites = [] }) {
  for (const { tests, file, line, title } of specs) {
    for (const { status, results } of tests) {
      const list = status === 'unexpected' ? failures : status === 'flaky' ? flaky : undefined
      list?.push(`${file}:${line} › ${title}\n${seenAtFailure(results)}`)
    }
  }
  for (const suite of suites) nameFailedJourneys(suite)
}

/** The error and the page of the first try: a rare failure may not come back to be looked at. */
function seenAtFailure([first]) {
  const context = first?.attachments.find(({ name }) => name === 'error-context')
  const seen = context?.path ? readFileSync(context.path, 'utf8') : (first?.error?.message ?? '')
  const start = Math.max(0, seen.indexOf('# Error details'))
  return seen.slice(start).split('\n').slice(0, 120).join('\n')
}

function run(program, args, env = {}) {
  const result = spawnSync(join(root, 'node_modules', '.bin', program), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TMPDIR: scratch, ...env },
  })
  return result.status
}
