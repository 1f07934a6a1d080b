// A clock that a test moves, for the built server and its database: the process by a file that
// shifted-clock.mjs reads, a PostgreSQL database by functions in place of now() and clock_timestamp().
// The embedded database lives in the process.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

export interface MovedClock {
  /** For the server process. */
  env: Record<string, string>
  now(): Date
  /** Runs on from there. */
  moveTo(moment: string): Promise<void>
  close(): Promise<void>
}

const program = fileURLToPath(new URL('../faults/shifted-clock.mjs', import.meta.url))
/** The process looks at the file this often, in each of its threads. */
const noticedMs = 40

/** `postgresUrl` names an empty database. */
export async function startMovedClock(
  folder: string,
  start: string,
  postgresUrl?: string,
): Promise<MovedClock> {
  const file = join(folder, 'clock-shift')
  const database = postgresUrl ? new pg.Client(postgresUrl) : undefined
  await database?.connect()
  await database?.query(replaceClock)
  let shiftMs = 0
  const clock: MovedClock = {
    env: { CLOCK_SHIFT: file, NODE_OPTIONS: `--import=${program}` },
    now: () => new Date(Date.now() + shiftMs),
    async moveTo(moment) {
      shiftMs = Date.parse(moment) - Date.now()
      await writeFile(file, String(shiftMs))
      await database?.query(`update clock.shift set by = make_interval(secs => $1)`, [
        shiftMs / 1000,
      ])
      await new Promise((resolve) => setTimeout(resolve, noticedMs))
    },
    async close() {
      await database?.end()
    },
  }
  await clock.moveTo(start)
  return clock
}

/**
 * Under new names: PostgreSQL calls its own functions by their number, whatever replaces their text.
 * Before the migrations, whose defaults keep the number of what they found.
 */
const replaceClock = `
create schema clock;
create table clock.shift (by interval not null);
insert into clock.shift values ('0');
alter function pg_catalog.now() rename to unmoved_now;
alter function pg_catalog.clock_timestamp() rename to unmoved_clock_timestamp;
create function pg_catalog.now() returns timestamptz language sql stable security definer
  set search_path = '' as 'select pg_catalog.unmoved_now() + (select by from clock.shift)';
create function pg_catalog.clock_timestamp() returns timestamptz language sql volatile
  security definer set search_path = ''
  as 'select pg_catalog.unmoved_clock_timestamp() + (select by from clock.shift)';
`
