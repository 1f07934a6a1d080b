// The empty and the failed state of a list.
import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'

export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>
}

export function Failed({ text, onRetry }: { text: string; onRetry(): void }) {
  return (
    <div className="empty">
      <p>{text}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
