// Hands on what arrives in pieces of a size that is worth a write, up to a limit.

export class UploadTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`An upload may have at most ${maxBytes} bytes`)
    this.name = 'UploadTooLarge'
  }
}

/** A line of 10 Mbit/s brings a hundred pieces a second: each write of its own would cost as much. */
const writeBytes = 256 * 1024
/** A body in chunks of a byte costs a second of the processor for each 300 KB. */
const tinyChunks = { afterChunks: 2_000, minAverageBytes: 128 }

/** Returns how many came. What came before the source broke off is written all the same. */
export async function writePieces(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  write: (piece: Buffer) => Promise<void>,
): Promise<number> {
  let size = 0
  let chunks = 0
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const flush = async () => {
    const piece = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    if (piece.length > 0) await write(piece)
  }
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength
      chunks += 1
      if (size > maxBytes) throw new UploadTooLarge(maxBytes)
      if (chunks > tinyChunks.afterChunks && size / chunks < tinyChunks.minAverageBytes) {
        throw new Error('The upload comes in tiny chunks')
      }
      waiting.push(chunk)
      waitingBytes += chunk.byteLength
      if (waitingBytes >= writeBytes) await flush()
    }
  } finally {
    await flush()
  }
  return size
}
