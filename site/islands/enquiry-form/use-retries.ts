import { useEffect, useRef } from 'react'

/** A weak signal counts as a signal for the browser, so that its word alone is not enough. */
const everyMs = 15_000

/** Calls at once where there is a signal, again when the browser finds one, and from time to time. */
export function useRetries(isWaiting: boolean, retry: () => void): void {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!isWaiting) return
    const call = () => latest.current()
    if (navigator.onLine) call()
    addEventListener('online', call)
    const timer = setInterval(call, everyMs)
    return () => {
      removeEventListener('online', call)
      clearInterval(timer)
    }
  }, [isWaiting])
}
