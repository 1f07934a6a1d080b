// Metrics of the process: version, instance, limits, event loop, log, and the disk with the data. Memory
// and CPU come from the library under their standard names.
import { randomBytes } from 'node:crypto'
import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { Counter, collectDefaultMetrics, Gauge, type Registry, Summary } from 'prom-client'
import type { Database } from '#backend/database/database.ts'
import { version } from '#package.json' with { type: 'json' }
import { logFaults } from '../log-output.ts'

export interface ProcessMetricsOptions {
  build: string
  engine: Database['engine']
  dataDir: string
  maxFileBytes: number
}

export function processMetrics(registry: Registry, options: ProcessMetricsOptions): void {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of unwanted) registry.removeSingleMetric(name)
  describeInstance(registers, options)
  new Gauge({
    name: 'gardens_file_limit_bytes',
    help: 'What all files together may take (FILES_MAX_MB); beyond it photographs are refused.',
    registers,
  }).set(options.maxFileBytes)
  measureDisk(registers, options.dataDir)
  watchEventLoop(registers)
  countLogFaults(registers)
}

function countLogFaults(registers: Registry[]): void {
  const count = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  count(
    'gardens_log_write_errors_total',
    'Writes to the log that failed: its disk is full, or its reader is gone.',
    () => logFaults.errors,
  )
  count(
    'gardens_log_dropped_lines_total',
    'Log lines that were given up because the log could not be written.',
    () => logFaults.dropped,
  )
}

/** Gauges named like counters, and an event-loop metric that every scrape resets. */
const unwanted = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  ...['', '_min', '_max', '_mean', '_stddev', '_p50', '_p90', '_p99'].map(
    (part) => `nodejs_eventloop_lag${part}_seconds`,
  ),
]

/** `instance` is Prometheus's own label, hence `instance_id`. It changes with every start. */
function describeInstance(registers: Registry[], { build, engine }: ProcessMetricsOptions): void {
  new Gauge({
    name: 'gardens_build_info',
    help: 'The version and build that is running, and on which database engine; always 1.',
    labelNames: ['version', 'build', 'engine'],
    registers,
  }).set({ version, build, engine }, 1)
  new Gauge({
    name: 'gardens_instance_info',
    help: 'Which process of which machine answers; always 1.',
    labelNames: ['host', 'instance_id'],
    registers,
  }).set({ host: hostname(), instance_id: randomBytes(4).toString('hex') }, 1)
}

function measureDisk(registers: Registry[], dataDir: string): void {
  const measure = (name: string, help: string, blocksOf: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const disk = await statfs(dataDir).catch(() => undefined)
        // An unreadable folder is not a full disk.
        if (disk) this.set(blocksOf(disk) * disk.bsize)
        else this.remove()
      },
    })
  measure(
    'gardens_data_disk_free_bytes',
    'What is free for the service on the disk that the data folder is on.',
    ({ bavail }) => bavail,
  )
  measure(
    'gardens_data_disk_size_bytes',
    'Size of the disk that the data folder is on.',
    ({ blocks }) => blocks,
  )
}

const tickMs = 50

/** The delay of a timer over the last minute, so that several scrapers do not affect each other. */
function watchEventLoop(registers: Registry[]): void {
  const delay = new Summary({
    name: 'gardens_event_loop_delay_seconds',
    help: 'Delay of the event loop in the last minute.',
    percentiles: [0.5, 0.99, 1],
    maxAgeSeconds: 60,
    ageBuckets: 6,
    registers,
  })
  let expected = performance.now() + tickMs
  setInterval(() => {
    const now = performance.now()
    delay.observe(Math.max(0, now - expected) / 1000)
    expected = now + tickMs
  }, tickMs).unref()
}
