// A tooltip: opens after a delay on hover or focus, closes on Escape.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

const openDelayMs = 700

export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = () => {
    timer.current = setTimeout(() => setIsOpen(true), openDelayMs)
  }
  const close = () => {
    clearTimeout(timer.current)
    setIsOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows a tooltip
    <span
      className="tip-anchor"
      aria-describedby={isOpen ? id : undefined}
      onMouseEnter={open}
      onMouseLeave={close}
      onFocus={open}
      onBlur={close}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && close()}
    >
      {children}
      {isOpen && (
        <span className="tip" role="tooltip" id={id}>
          {text}
        </span>
      )}
    </span>
  )
}
