// One request and its replies in PostgreSQL's wire protocol.
import type { PGlite } from '@electric-sql/pglite'

/**
 * `execProtocolRawSync` is not used: it also parses the replies and keeps every message until another
 * kind of call, so that every returned row stayed in memory. Without a file-system sync the streaming
 * call runs synchronously, so it has finished when it returns; an error ends the worker like any
 * uncaught one.
 */
export function exchange(pglite: PGlite, messages: Uint8Array): Uint8Array {
  const replies: Uint8Array[] = []
  void pglite.execProtocolRawStream(messages, {
    syncToFs: false,
    // A copy: PGlite reuses this buffer for the next replies.
    onRawData: (bytes) => void replies.push(bytes.slice()),
  })
  return replies.length === 1 && replies[0] ? replies[0] : join(replies)
}

/** Not `Buffer.concat`: posting its result would also copy Node's shared buffer pool. */
function join(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
