import { useEffect, useRef } from 'react'

/** A weak signal counts as a signal for the browser, so that its word alone is not enough. */
const everyMs = 15_000

/** Calls at once where there is a signal, again when the browser finds one, and from time to time. */
export function useRetries(isWaiting: boolean, retry: () => Promise<void>): void {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!isWaiting) return
    let isRunning = false
    let isDue = navigator.onLine
    async function run() {
      isRunning = true
      while (isDue) {
        isDue = false
        await latest.current()
      }
      isRunning = false
    }
    // A signal that comes back while a try is failing is worth another one.
    const call = () => {
      isDue = true
      if (!isRunning) void run()
    }
    void run()
    addEventListener('online', call)
    const timer = setInterval(call, everyMs)
    return () => {
      isDue = false
      removeEventListener('online', call)
      clearInterval(timer)
    }
  }, [isWaiting])
}
