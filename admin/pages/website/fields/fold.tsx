// A part that opens and closes. It opens by itself when something in it needs attention, and then stays
// open: it must not close over the field that was just corrected.
import { type ReactNode, useEffect, useState } from 'react'

export interface FoldProps {
  summary: ReactNode
  isOpened: boolean
  className?: string
  onOpen?(): void
  children: ReactNode
}

export function Fold({ summary, isOpened, className, onOpen, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpened)
  useEffect(() => {
    if (isOpened) setOpen(true)
  }, [isOpened])
  return (
    <details
      className={className}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open) onOpen?.()
      }}
    >
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
