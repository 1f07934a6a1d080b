import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface SearchBoxProps {
  label: string
  value: string
  onChange(value: string): void
  /** For searches on the server: one request per pause in typing, not per letter. */
  debounceMs?: number
}

/** Longer than a press of the pointer: where no click follows, the words are sent all the same. */
const afterPressMs = 600

export function SearchBox({ label, value, onChange, debounceMs = 0 }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  // A new object for every letter: each starts the pause again.
  const [waiting, setWaiting] = useState<{ for: 'pause' | 'click' }>()
  const lastSent = useRef(value)
  // The value changed from outside: the filters were cleared, or Back was pressed. Words that were typed
  // meanwhile stay: on a slow machine a tab opens after they were begun.
  const follow = useEffectEvent((next: string) => {
    if (!waiting) setTyped(next)
  })
  useEffect(() => {
    if (value === lastSent.current) return
    lastSent.current = value
    follow(value)
  }, [value])

  function send(words: string) {
    setWaiting(undefined)
    lastSent.current = words
    onChange(words)
  }
  const sendTyped = useEffectEvent(() => send(typed))

  /**
   * Words that still wait when the box is left are sent just before the click that leaves it, so that
   * they do not undo what it chooses; and not when the pointer is pressed, as the list would move
   * under it and the click be lost.
   */
  useEffect(() => {
    if (!waiting) return
    const stop = new AbortController()
    const timer = setTimeout(sendTyped, waiting.for === 'click' ? afterPressMs : debounceMs)
    if (waiting.for === 'click') {
      addEventListener('click', () => sendTyped(), { capture: true, signal: stop.signal })
    }
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [waiting, debounceMs])

  function type(next: string) {
    setTyped(next)
    if (debounceMs === 0) send(next)
    else setWaiting({ for: 'pause' })
  }

  return (
    <span className="search">
      <Search aria-hidden="true" />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={() => waiting && setWaiting({ for: 'click' })}
      />
    </span>
  )
}
