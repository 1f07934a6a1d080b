// The first query to the PostgreSQL server. An unavailable server is waited for; an error that
// waiting cannot fix (wrong password, missing database) stops the start with one line.
import { type Database, sqlState } from '#backend/database/database.ts'
import { WrongSetting } from './environment.ts'
import type { Log } from './log.ts'

/** In a new deployment the database server may come up after this process. */
const waitMs = 30_000
const retryMs = 1_000

/**
 * The server cannot be reached yet. A host name that does not exist (ENOTFOUND) is a wrong setting.
 */
const notThereYet = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']
/** The server responds that it is starting or stopping, or that all connections are taken. */
const notReadyYet = ['57P01', '57P02', '57P03', '53300']

export async function waitForPostgres(database: Database, url: string, log: Log): Promise<void> {
  const deadline = Date.now() + waitMs
  let logged = ''
  for (;;) {
    try {
      await database.query('select 1')
      return
    } catch (error) {
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
      if (!isWorthWaiting(reason)) throw wrongSetting(reason, url)
      const words = wordsOf(reason)
      const server = hostOf(url)
      if (Date.now() > deadline) {
        throw new WrongSetting(
          'DATABASE_URL',
          `names a PostgreSQL server that cannot be reached: ${words} (${server}). Start it, or correct the address.`,
        )
      }
      if (words !== logged) {
        log.warn(
          `Waiting up to ${waitMs / 1000} s for the PostgreSQL server at ${server}: ${words}`,
        )
      }
      logged = words
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

function isWorthWaiting(reason: unknown): boolean {
  const code = codeOf(reason)
  if (code === undefined) return /timeout|terminated/i.test(wordsOf(reason))
  return [...notThereYet, ...notReadyYet, 'EAI_AGAIN'].includes(code)
}

/** The wrong part of the URL, in the order in which a server checks them. */
function wrongSetting(reason: unknown, url: string): WrongSetting {
  const { username, pathname } = new URL(url)
  const [user, database] = [username, pathname.slice(1)].map(decodeURIComponent)
  const wrong = (text: string) => new WrongSetting('DATABASE_URL', text)
  const server = hostOf(url)
  switch (codeOf(reason)) {
    case 'ENOTFOUND':
      return wrong(`names the host ${server}, which is unknown. Correct the host name.`)
    case '28P01':
      return wrong(
        `has a password that the server at ${server} refuses for the user ${user}. Correct it, or set it there: alter role ${user} password '…'.`,
      )
    case '28000':
      return wrong(
        `has a user whom the server at ${server} does not let in: ${wordsOf(reason)}. Correct the user, or allow it in pg_hba.conf.`,
      )
    case '3D000':
      return wrong(
        `names the database ${database}, which the server at ${server} does not have. Correct the name, or make it: create database ${database} owner ${user}.`,
      )
    case '42501':
      return wrong(`names a database that the user ${user} may not use: ${wordsOf(reason)}.`)
  }
  if (/password must be a string|no password/i.test(wordsOf(reason))) {
    return wrong(`has no password, and the server at ${server} asks for one. Add it.`)
  }
  return wrong(`does not lead to a database at ${server}: ${wordsOf(reason)}`)
}

function codeOf(reason: unknown): string | undefined {
  const state = sqlState(reason)
  if (state !== undefined) return state
  // A host with several addresses has an error for each; the first is enough.
  const first = reason instanceof AggregateError ? reason.errors[0] : reason
  return first instanceof Error && 'code' in first ? String(first.code) : undefined
}

function wordsOf(reason: unknown): string {
  const first = reason instanceof AggregateError ? reason.errors[0] : reason
  return first instanceof Error ? first.message : String(first)
}

/** The host without user and password. */
function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || searchParams.get('host') || 'localhost'
}
