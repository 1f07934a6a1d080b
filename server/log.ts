// The structured log: one JSON line per event on standard output, without personal data. Errors are
// logged with their causes here and nowhere else.
import { pino } from 'pino'

export type Log = Pick<ReturnType<typeof createLog>, 'info' | 'warn' | 'error'>

export function createLog(level = process.env.LOG_LEVEL ?? 'info') {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  })
}
