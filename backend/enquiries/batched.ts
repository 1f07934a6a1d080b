// Batches concurrent calls: inputs that arrive while a batch runs go into the next one. One commit for
// ten inputs costs the disk as much as one commit for one.

/** Every input waits for its whole batch; a larger one would take too long. */
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
    // Inputs of the same turn of the event loop go into one batch.
    await nextTurn()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize)
      waiting = waiting.slice(maxBatchSize)
      const resolveAll = await runBatch(batch)
      // Start the next batch before these callers continue: their work would delay it.
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
