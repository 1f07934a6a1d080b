// Enquiries that arrive go before mails that leave: a visitor waits for the answer, a mail does not
// mind a moment. Both share one thread, and on the embedded database one connection.

export interface RightOfWay {
  /** Counts as traffic until it ends. */
  pass<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when nothing passes, or after this long: giving way must not become standing still. */
  clear(withinMs: number): Promise<void>
}

export function rightOfWay(): RightOfWay {
  let passing = 0
  const waiting = new Set<() => void>()

  return {
    async pass(work) {
      passing += 1
      try {
        return await work()
      } finally {
        passing -= 1
        if (passing === 0) for (const go of [...waiting]) go()
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
