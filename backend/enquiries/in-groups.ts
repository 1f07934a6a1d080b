// Work that arrives while other work is being written waits and is then done together. Where the
// disk is the bottleneck, one write for ten costs what one write for one does.

/** More would make the last wait too long for the first. */
const mostAtOnce = 20

export interface GroupWork<Input, Output> {
  /** All or nothing. */
  together(inputs: Input[]): Promise<Output[]>
  /** How each is done when the group has failed: then one bad input spoils nobody else's. */
  alone(input: Input): Promise<Output>
}

interface Waiting<Input, Output> {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

export function inGroups<Input, Output>({
  together,
  alone,
}: GroupWork<Input, Output>): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = []
  let isWorking = false

  async function workOff(): Promise<void> {
    if (isWorking) return
    isWorking = true
    // What arrives in the same turn of the event loop belongs together.
    await nextTurn()
    while (waiting.length > 0) {
      const group = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      const tell = await doGroup(group)
      // The next group is on its way before these are told: what they do then would hold it up.
      void nextTurn().then(tell)
    }
    isWorking = false
  }

  async function doGroup(group: Waiting<Input, Output>[]): Promise<() => void> {
    try {
      const outputs = group.length > 1 ? await together(group.map(({ input }) => input)) : []
      if (outputs.length === group.length) {
        return () => outputs.forEach((output, i) => void group[i]?.resolve(output))
      }
    } catch {
      // Who was to blame shows below, where each is on its own.
    }
    for (const { input, resolve, reject } of group) await alone(input).then(resolve, reject)
    return () => {}
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      void workOff()
    })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
