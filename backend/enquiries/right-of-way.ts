// Enquiries that arrive go before mails that leave: a visitor waits for the answer, a mail does not
// mind a moment. Both share one thread, and on the embedded database one connection.

export interface RightOfWay {
  /** Counts as traffic until it ends, and a moment longer: enquiries seldom come alone. */
  pass<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when nothing passes, or after this long: giving way must not become standing still. */
  clear(withinMs: number): Promise<void>
}

/** A visitor who sends again at once should not meet the mails of the first time. */
const momentMs = 10

export function rightOfWay(): RightOfWay {
  let passing = 0
  const waiting = new Set<() => void>()

  function passed(): void {
    passing -= 1
    if (passing === 0) for (const go of [...waiting]) go()
  }

  return {
    async pass(work) {
      passing += 1
      try {
        return await work()
      } finally {
        setTimeout(passed, momentMs).unref()
      }
    },

    clear(withinMs) {
      if (passing === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(limit)
          waiting.delete(go)
          resolve()
        }
        const limit = setTimeout(go, withinMs)
        waiting.add(go)
      })
    },
  }
}
