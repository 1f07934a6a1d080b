// One id per request, sent in the response and written in every log line. A trusted proxy may set the
// id, so that its log and ours can be matched.
import { randomBytes } from 'node:crypto'

/** Safe in a log line, a header and a page, whatever the client sent. */
const wellFormed = /^[\w.-]{8,64}$/

/** Without a trusted proxy the header comes from the visitor and is ignored. */
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
