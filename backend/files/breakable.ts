// Bytes that can be broken off while nothing arrives.

export class BrokenOff extends Error {
  constructor() {
    super('Another request took over')
    this.name = 'BrokenOff'
  }
}

/**
 * Ends with an error when the signal comes. Each read is waited for by a promise of its own: one for
 * all of them would hold every piece until the end.
 */
export async function* breakable(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  let breakOff = () => {}
  const onAbort = () => breakOff()
  signal.addEventListener('abort', onAbort)
  try {
    for (;;) {
      if (signal.aborted) throw new BrokenOff()
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        breakOff = () => reject(new BrokenOff())
        source.next().then(resolve, reject)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Not waited for: a line that is gone never answers.
    void source.return?.()?.catch(() => {})
  }
}
