// `npm test`: every check and every test, one after the other, and one line that counts them.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const memoryDisk = '/dev/shm'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const scratch = mkdtempSync(join(hasMemoryDisk() ? memoryDisk : tmpdir(), 'tests-'))
// The PostgreSQL server of the tests runs as another user.
chmodSync(scratch, 0o755)
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []

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
// At the end once more: of a long log often only the last lines are kept.
for (const failure of failures) console.log(`\nFAILED ${failure}`)
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exit(totals.failed > 0 ? 1 : 0)

/**
 * Databases that live as long as a test are killed and recovered hundreds of times; what reaches the
 * disk is then most of the run. Memory outlives a killed process just as well.
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
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === 'failed') failures.push(`${file.name} › ${fullName}\n${failureMessages[0]}`)
    }
    if (file.message) failures.push(`${file.name}\n${file.message}`)
  }
}

function countPlaywright({ stats, suites }) {
  totals.passed += stats.expected + stats.flaky
  totals.failed += stats.unexpected
  if (stats.flaky > 0) console.log(`${stats.flaky} journeys passed only at the second try`)
  totals.skipped += stats.skipped
  for (const suite of suites) nameFailedJourneys(suite)
}

function nameFailedJourneys({ specs = [], suites = [] }) {
  for (const { ok, file, line, title } of specs) {
    if (!ok) failures.push(`${file}:${line} › ${title}`)
  }
  for (const suite of suites) nameFailedJourneys(suite)
}

function run(program, args, env = {}) {
  const result = spawnSync(join(root, 'node_modules', '.bin', program), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TMPDIR: scratch, ...env },
  })
  return result.status
}
