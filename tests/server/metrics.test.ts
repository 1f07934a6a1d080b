// The metrics pass promtool's checks and the same rules here, and include every metric that the
// dashboard and alert rules of docs/monitoring name.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { contractEngines, createPostgresDatabase, fillDataDir } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { type Family, metricsIn, namesOf, readExposition } from '#tests/support/exposition.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { workerFile } from '#tests/support/worker-file.ts'

const root = resolve(import.meta.dirname, '../..')
const monitoring = resolve(root, 'docs/monitoring')
const promtool = [resolve(root, '.cache/promtool/promtool'), '/usr/bin/promtool'].find(existsSync)
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
const secretKey = 'sb_secret_for_metrics'

describe.each(contractEngines)('%s', (engine) => {
  let folder: string
  let dataDir: string
  let server: ServerProcess
  let text: string
  let families: Family[]
  const cleanUp: (() => Promise<unknown>)[] = []

  const fetchText = async () => {
    const answer = await fetch(`${server.url}/metrics`, { headers: { apikey: secretKey } })
    return answer.text()
  }
  const read = async () => {
    text = await fetchText()
    families = readExposition(text)
  }
  const sampleOf = (name: string) =>
    families.find((family) => family.name === name)?.samples[0]?.value
  const samplesOf = (name: string) => families.find((family) => family.name === name)?.samples ?? []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'metrics-'))
    cleanUp.push(() => rm(folder, { recursive: true, force: true }))
    dataDir = join(folder, 'data')
    const created =
      engine === 'postgres' ? await createPostgresDatabase('template_migrated') : undefined
    if (created) cleanUp.push(created.remove)
    else await fillDataDir(dataDir)
    const database = created
      ? openPostgres({ url: created.url, poolSize: 1 })
      : await openEmbedded({ folder: join(dataDir, 'database'), workerFile })
    // Old enough for a backup to be due at once.
    await database.query(`update internal.migrations set applied_at = now() - interval '3 days'`)
    await database.close()
    server = await startServerProcess({
      DATA_DIR: dataDir,
      BACKUP_DIR: join(folder, 'backups'),
      SECRET_KEY: secretKey,
      // No server listens there: emails stay in the queue.
      SMTP_URL: 'smtp://127.0.0.1:1',
      ...(created && { DATABASE_URL: created.url }),
    })
    cleanUp.push(() => server.kill('SIGKILL'))
    await fetch(`${server.url}/malvern`)
    await fetch(`${server.url}/functions/v1/contact-webhook`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(anEnquiry),
    })
    await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'not this one' }),
    })
    await vi.waitFor(
      async () => {
        await read()
        expect(sampleOf('gardens_backup_restorable_timestamp_seconds')).toBeGreaterThan(0)
      },
      { timeout: 240_000, interval: 500 },
    )
  })
  afterAll(async () => {
    for (const undo of cleanUp.reverse()) await undo()
  })

  test('the last backup, and since when one is restorable, are told', () => {
    const taken = sampleOf('gardens_backup_last_timestamp_seconds') ?? 0
    expect(Math.abs(Date.now() / 1000 - taken)).toBeLessThan(600)
    expect(sampleOf('gardens_backup_restorable_timestamp_seconds')).toBe(taken)
    expect(sampleOf('gardens_backup_last_size_bytes')).toBeGreaterThan(100)
  })

  test('the free disk is that of the data folder', async () => {
    const { blocks, bsize } = await statfs(dataDir)
    expect(sampleOf('gardens_data_disk_size_bytes')).toBe(blocks * bsize)
    expect(sampleOf('gardens_data_disk_free_bytes')).toBeGreaterThan(0)
    expect(sampleOf('gardens_data_disk_free_bytes')).toBeLessThan(blocks * bsize)
  })

  test('version, engine and instance are told', () => {
    expect(samplesOf('gardens_build_info')).toMatchObject([
      { labels: { version, build: expect.stringMatching(/^[0-9a-f]{12}$/), engine }, value: 1 },
    ])
    const { host, instance_id } = samplesOf('gardens_instance_info')[0]?.labels ?? {}
    expect(host).toBe(hostname())
    expect(instance_id).toMatch(/^[0-9a-f]{8}$/)
  })

  test('the process is measured', () => {
    expect(sampleOf('process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(sampleOf('process_cpu_seconds_total')).toBeGreaterThan(0)
    expect(
      samplesOf('gardens_event_loop_delay_seconds').map(({ labels }) => labels.quantile),
    ).toEqual(expect.arrayContaining(['0.5', '0.99', '1']))
  })

  test('the product’s own names have its prefix', () => {
    const foreign = families.map(({ name }) => name).filter((name) => !name.startsWith('gardens_'))
    expect(foreign.filter((name) => !/^(process|nodejs)_/.test(name))).toEqual([])
    // Standard process metrics keep their standard names, once.
    expect(families.filter(({ name }) => /^gardens_(process|nodejs)_/.test(name))).toEqual([])
  })

  test('two who read at once, and one after the other, do not disturb each other', async () => {
    const countsIn = (all: Family[]) =>
      all
        .flatMap(({ type, samples }) => samples.map((sample) => ({ type, ...sample })))
        .filter(({ name, type }) => type === 'counter' || /_(count|sum|bucket)$/.test(name))
    const before = countsIn(families)
    const texts = await Promise.all([fetchText(), fetchText()])
    for (const text of [...texts, await fetchText()]) {
      const after = readExposition(text)
      expect(namesOf(after)).toEqual(namesOf(families))
      const now = new Map(countsIn(after).map((sample) => [keyOf(sample), sample.value]))
      for (const sample of before) {
        expect(now.get(keyOf(sample)), keyOf(sample)).toBeGreaterThanOrEqual(sample.value)
      }
    }
  })

  test.skipIf(!promtool)('promtool finds nothing to say about the metrics', () => {
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    })
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' })
  })

  test('names, types and help follow the rules of Prometheus', () => {
    expect(families.flatMap(faultsOf)).toEqual([])
    const names = families.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('every panel of the dashboard shows a metric that exists', () => {
    const dashboard = JSON.parse(
      readFileSync(resolve(monitoring, 'grafana-dashboard.json'), 'utf8'),
    )
    const panels = dashboard.panels as { title: string; targets: { expr: string }[] }[]
    expect(panels.length).toBeGreaterThan(10)
    for (const { title, targets } of panels) {
      expect(targets.length, title).toBeGreaterThan(0)
      for (const { expr } of targets) expectKnown(expr)
    }
  })

  test('every alert watches a metric that exists', () => {
    const rules = readFileSync(resolve(monitoring, 'alerts.yml'), 'utf8')
    const expressions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr)
    expect(expressions.length).toBe([...rules.matchAll(/- alert: /g)].length)
    for (const expression of expressions) expectKnown(expression)
  })

  function expectKnown(expression: string): void {
    const named = metricsIn(expression)
    expect(named.length, expression).toBeGreaterThan(0)
    // Prometheus itself records `up` for each target.
    const known = namesOf(families).add('up')
    expect(named.filter((name) => !known.has(name))).toEqual([])
  }
})

test.skipIf(!promtool)('promtool takes the alert rules', () => {
  const { status } = spawnSync(promtool ?? '', [
    'check',
    'rules',
    resolve(monitoring, 'alerts.yml'),
  ])
  expect(status).toBe(0)
})

test.skipIf(!promtool)('the alerts that are easily confused fire on their fault alone', () => {
  const { status, stdout, stderr } = spawnSync(
    promtool ?? '',
    ['test', 'rules', resolve(monitoring, 'alerts.test.yml')],
    { encoding: 'utf8' },
  )
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 })
})

test('the metrics of an expression are told from its functions, labels and numbers', () => {
  expect(
    metricsIn('histogram_quantile(0.99, sum by (le) (rate(a_bucket{b="c"}[5m]))) > 2e9'),
  ).toEqual(['a_bucket'])
  expect(metricsIn('(max(a) or vector(0)) < b offset 5m and on (instance) c')).toEqual([
    'a',
    'b',
    'c',
  ])
})

function keyOf({ name, labels }: Family['samples'][number]): string {
  return `${name} ${JSON.stringify(labels)}`
}

/** The rules of `promtool check metrics`, for machines without promtool. */
function faultsOf({ name, help, type, samples }: Family): string[] {
  const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)))
  const rules: [string, boolean][] = [
    ['has no help', help === ''],
    ['has no known type', !['counter', 'gauge', 'histogram', 'summary'].includes(type)],
    ['is a counter that does not end in _total', type === 'counter' && !name.endsWith('_total')],
    ['ends in _total and is no counter', type !== 'counter' && name.endsWith('_total')],
    ['ends like a part of a histogram', /_(bucket|sum|count)$/.test(name)],
    ['has its type in its name', /(^|_)(counter|gauge|histogram|summary)(_|$)/.test(name)],
    ['is not in snake case', !/^[a-z][a-z0-9_]*$/.test(name)],
    [
      'is not in a base unit',
      /_(ms|milliseconds|minutes|hours|days|kb|mb|gb|kilobytes|megabytes|percent)(_|$)/.test(name),
    ],
    ['has the label le and is no histogram', labels.has('le') && type !== 'histogram'],
    ['has the label quantile and is no summary', labels.has('quantile') && type !== 'summary'],
  ]
  return rules.filter(([, isBroken]) => isBroken).map(([fault]) => `${name} ${fault}`)
}
