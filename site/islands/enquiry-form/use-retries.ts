import { useEffect, useRef } from 'react'

/** Retries by time too, because browsers count a weak connection as online. */
const intervalMs = 15_000

/** While waiting, calls `retry` at once if online, on every `online` event, and at an interval. */
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
    // An `online` event during a failing attempt triggers another attempt.
    const call = () => {
      isDue = true
      if (!isRunning) void run()
    }
    void run()
    addEventListener('online', call)
    const timer = setInterval(call, intervalMs)
    return () => {
      isDue = false
      removeEventListener('online', call)
      clearInterval(timer)
    }
  }, [isWaiting])
}
