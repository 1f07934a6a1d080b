// What a list shows while there is nothing to list.
import type { ReactNode } from 'react'

export function Spinner({ label }: { label: string }) {
  return (
    <div className="waiting">
      <span className="spinner" aria-hidden="true" />
      <span role="status">{label}…</span>
    </div>
  )
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>
}

export function Failed({ text, onRetry }: { text: string; onRetry(): void }) {
  return (
    <div className="empty">
      <p>{text}</p>
      <button type="button" className="btn" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
