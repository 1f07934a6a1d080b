// Loaded before the server (and in its database thread): the clock of the whole process, PGlite's
// included, is wrong by as many milliseconds as the file CLOCK_SHIFT says, while timers run on.
import { readFileSync } from 'node:fs'

const RealDate = Date
let shift = 0
let readAt = -Infinity

function now() {
  if (performance.now() - readAt > 20) {
    readAt = performance.now()
    try {
      shift = Number(readFileSync(process.env.CLOCK_SHIFT, 'utf8')) || 0
    } catch {}
  }
  return RealDate.now() + shift
}

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(now())
    else super(...args)
  }
  static now() {
    return now()
  }
}
