// One id per request, in its answer and in every log line. A proxy that is trusted may bring its own,
// so that its log and ours can be read together.
import { randomBytes } from 'node:crypto'

/** Fits a log line, a header and a sentence on a page, whoever wrote it. */
const wellFormed = /^[\w.-]{8,64}$/

/** With no proxy in front the header is a visitor's own and is not taken. */
export function requestIds(trustProxy: number): (fromProxy?: string | string[]) => string {
  const process = randomBytes(4).toString('hex')
  let count = 0
  return (fromProxy) => {
    if (trustProxy > 0 && typeof fromProxy === 'string' && wellFormed.test(fromProxy)) {
      return fromProxy
    }
    count += 1
    return `${process}-${count.toString(36)}`
  }
}
