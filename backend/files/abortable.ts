// Ends a stream when the signal aborts, even while nothing arrives.

/**
 * Throws the signal's reason when it aborts. Each read is waited for by a promise of its own: one for all of them
 * would hold every piece until the end.
 */
export async function* abortable(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  let abort = () => {}
  const onAbort = () => abort()
  signal.addEventListener('abort', onAbort)
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        abort = () => reject(signal.reason)
        source.next().then(resolve, reject)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Not waited for: a connection that is gone never answers.
    void source.return?.()?.catch(() => {})
  }
}
