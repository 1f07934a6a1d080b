import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

export interface SearchBoxProps {
  label: string
  value: string
  onChange(value: string): void
  /** For searches on the server: one request per pause in typing, not per letter. */
  debounceMs?: number
}

export function SearchBox({ label, value, onChange, debounceMs = 0 }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<() => void>(undefined)
  const lastSent = useRef(value)
  // The value changed from outside: the filters were cleared, or Back was pressed.
  useEffect(() => {
    if (value === lastSent.current) return
    lastSent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  // The latest callback: other filters may have changed during the debounce.
  const latestOnChange = useRef(onChange)
  useEffect(() => {
    latestOnChange.current = onChange
  }, [onChange])

  function type(next: string) {
    setTyped(next)
    clearTimeout(timer.current)
    waiting.current = () => {
      waiting.current = undefined
      lastSent.current = next
      latestOnChange.current(next)
    }
    if (debounceMs === 0) send()
    else timer.current = setTimeout(send, debounceMs)
  }
  /** At once when the box is left: words that arrive later would undo what is chosen next. */
  function send() {
    clearTimeout(timer.current)
    waiting.current?.()
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
        onBlur={send}
      />
    </span>
  )
}
