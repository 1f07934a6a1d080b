import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

export interface SearchBoxProps {
  label: string
  value: string
  onChange(value: string): void
  /** Where each change asks the server: one per pause in the typing, not per letter. */
  pauseMs?: number
}

export function SearchBox({ label, value, onChange, pauseMs = 0 }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const told = useRef(value)
  // Changed from outside: the filters were cleared, or Back was pressed.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(pause.current), [])
  // Other filters may have changed since the last letter.
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])

  function type(next: string) {
    setTyped(next)
    clearTimeout(pause.current)
    const pass = () => {
      told.current = next
      tell.current(next)
    }
    if (pauseMs === 0) pass()
    else pause.current = setTimeout(pass, pauseMs)
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
      />
    </span>
  )
}
