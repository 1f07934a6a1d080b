// The card in the middle of an otherwise empty page: whatever comes before the dashboard.
import type { ReactNode } from 'react'
import { Mark } from '#ui/mark/mark.tsx'
import { companyName } from '../api.ts'

export function Door({ children }: { children: ReactNode }) {
  return (
    <div className="door">
      <div className="door-card">
        <p className="door-brand">
          <Mark />
          {companyName}
        </p>
        {children}
      </div>
    </div>
  )
}
