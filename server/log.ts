// The structured log: one line per event on standard output, without personal data, with the id of
// the request or job. Errors are serialised with their causes.
import { pino } from 'pino'
import { currentContext } from '#backend/request-context.ts'
import { type Environment, readChoice } from './environment.ts'
import { formatLogLine } from './log-lines.ts'
import { type LogOutput, openLogOutput } from './log-output.ts'

export type Log = Pick<ReturnType<typeof createLog>, 'info' | 'warn' | 'error'>

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** JSON for log collectors, readable lines for a terminal. */
export function openLog(env: Environment, { isTTY = process.stdout.isTTY } = {}) {
  const level = readChoice(env, 'LOG_LEVEL', logLevels, 'info')
  const format = readChoice(env, 'LOG_FORMAT', ['json', 'text'], isTTY ? 'text' : 'json')
  const output = openLogOutput((faults) =>
    log.warn(faults, 'the log could not be written for a while: is its disk full?'),
  )
  const log = createLog(
    level,
    format === 'json'
      ? output
      : { write: (line) => output.write(formatLogLine(line, { hasColours: isTTY })) },
  )
  return log
}

export function createLog(level: LogLevel, destination: LogOutput) {
  return pino(
    {
      level,
      base: null,
      // A copy: pino adds its own fields to the object.
      mixin: () => ({ ...currentContext() }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  )
}

interface DescribedError {
  type: string
  message: string
  code?: unknown
  stack?: string | undefined
  cause?: DescribedError
}

/** For code that must not write to standard output. */
export function silentLog() {
  return createLog('silent', { write: () => {} })
}

/** A mail server's response contains the refused address, which may be a visitor's. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>(),;:=[\]/@]{1,64}@[^\s<>(),;:[\]/"]+/g, '[address]')
}

/**
 * Only these fields: PostgreSQL's `detail` quotes the failed row, with a visitor's name and number.
 */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' }
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    ...('code' in error && { code: error.code }),
    stack: error.stack && withoutAddresses(error.stack),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}
