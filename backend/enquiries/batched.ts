// Batches writes: what arrives while a batch is being written goes into the next one. Where the disk is
// the bottleneck, one commit for ten inputs costs what one commit for one does.

/** In a larger batch the last input would wait too long for the first. */
const maxBatchSize = 20

export interface BatchWork<Input, Output> {
  /** Writes a batch: all or nothing. */
  together(inputs: Input[]): Promise<Output[]>
  /** Writes one input by itself after its batch has failed, so that one bad input spoils no other. */
  alone(input: Input): Promise<Output>
}

interface Waiting<Input, Output> {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

export function batched<Input, Output>({
  together,
  alone,
}: BatchWork<Input, Output>): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = []
  let isWorking = false

  async function drainQueue(): Promise<void> {
    if (isWorking) return
    isWorking = true
    // What arrives in the same turn of the event loop belongs together.
    await nextTurn()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize)
      waiting = waiting.slice(maxBatchSize)
      const resolveAll = await runBatch(batch)
      // The next batch is on its way before these callers continue: their work would hold it up.
      void nextTurn().then(resolveAll)
    }
    isWorking = false
  }

  async function runBatch(batch: Waiting<Input, Output>[]): Promise<() => void> {
    try {
      const outputs = batch.length > 1 ? await together(batch.map(({ input }) => input)) : []
      if (outputs.length === batch.length) {
        return () => outputs.forEach((output, i) => void batch[i]?.resolve(output))
      }
    } catch {
      // The input at fault fails again below, by itself.
    }
    for (const { input, resolve, reject } of batch) await alone(input).then(resolve, reject)
    return () => {}
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      void drainQueue()
    })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
