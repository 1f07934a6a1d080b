// The card in the middle of the page: whatever comes before the dashboard.
import type { ReactNode } from 'react'

export function Door({ children }: { children: ReactNode }) {
  return (
    <div className="door">
      <div className="door-card">{children}</div>
    </div>
  )
}
