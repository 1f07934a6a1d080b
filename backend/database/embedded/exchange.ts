// One exchange with PGlite in PostgreSQL's wire protocol: messages in, the bytes of the replies out.
import type { PGlite } from '@electric-sql/pglite'

/**
 * Not by `execProtocolRawSync`: besides returning the replies it parses them and keeps every message
 * until a call of another kind, so that each row ever answered stayed in memory. Streamed replies are
 * only handed on. Nothing in the call waits unless it syncs the file system, so it is over when it
 * returns; an error ends the worker as an uncaught one does.
 */
export function exchange(pglite: PGlite, messages: Uint8Array): Uint8Array {
  const replies: Uint8Array[] = []
  void pglite.execProtocolRawStream(messages, {
    syncToFs: false,
    // A copy: these bytes are PGlite's own memory, and the next ones take their place.
    onRawData: (bytes) => void replies.push(bytes.slice()),
  })
  return replies.length === 1 && replies[0] ? replies[0] : join(replies)
}

/** Not by `Buffer.concat`, whose pool would travel along when the bytes are posted. */
function join(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
