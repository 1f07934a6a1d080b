import { setImmediate } from 'node:timers/promises'

/** Requests are answered between two messages: hundreds at once would take seconds where they are hostile. */
export async function inTurns<T, Read>(messages: T[], read: (message: T) => Read): Promise<Read[]> {
  const results: Read[] = []
  for (const message of messages) {
    results.push(read(message))
    await setImmediate()
  }
  return results
}
