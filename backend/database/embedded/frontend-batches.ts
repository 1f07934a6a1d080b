// Splits a client's byte stream into batches that the server can answer as a whole: the start-up
// packet, then messages up to a Query or Sync.

export interface FrontendBatches {
  push(bytes: Uint8Array): Uint8Array[]
}

const query = 'Q'.charCodeAt(0)
const sync = 'S'.charCodeAt(0)
const terminate = 'X'.charCodeAt(0)

export function frontendBatches(): FrontendBatches {
  let pending: Buffer = Buffer.alloc(0)
  let started = false

  return {
    push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk
      const batches: Uint8Array[] = []
      let batchStart = 0
      let offset = 0
      for (;;) {
        // The start-up packet is the only message without a type byte.
        const typeLength = started ? 1 : 0
        if (offset + typeLength + 4 > pending.length) break
        const next = offset + typeLength + pending.readInt32BE(offset + typeLength)
        if (next > pending.length) break
        const type = pending[offset]
        offset = next
        if (started && type === terminate) {
          batchStart = offset
        } else if (!started || type === query || type === sync) {
          batches.push(pending.subarray(batchStart, offset))
          batchStart = offset
          started = true
        }
      }
      pending = pending.subarray(batchStart)
      return batches
    },
  }
}

/** The bytes of a Query message. */
export function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.alloc(5)
  head[0] = query
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
