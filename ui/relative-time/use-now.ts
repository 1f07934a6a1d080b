// The time, for what says how long ago something was: it moves on in an open tab. One timer for all.
import { useSyncExternalStore } from 'react'

const everyMs = 20_000
const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = new Date()
    timer = setInterval(tick, everyMs)
    // A tab that was asleep has missed some.
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

export function useNow(): Date {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  )
}
