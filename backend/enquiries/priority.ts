// Gives receiving enquiries priority over sending emails: a visitor waits for the response, an email
// can wait. Both share one thread, and on the embedded database one connection.

export interface Priority {
  /** Has priority until it ends and a few milliseconds longer: enquiries often arrive together. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when no enquiry is being taken, or after the timeout: deliveries must not starve. */
  yield(timeoutMs: number): Promise<void>
}

/** A visitor who sends again at once should not wait for the emails of the first time. */
const lingerMs = 10

export function intakePriority(): Priority {
  let running = 0
  const waiting = new Set<() => void>()

  function end(): void {
    running -= 1
    if (running === 0) for (const go of [...waiting]) go()
  }

  return {
    async run(work) {
      running += 1
      try {
        return await work()
      } finally {
        setTimeout(end, lingerMs).unref()
      }
    },

    yield(timeoutMs) {
      if (running === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(limit)
          waiting.delete(go)
          resolve()
        }
        const limit = setTimeout(go, timeoutMs)
        waiting.add(go)
      })
    },
  }
}
