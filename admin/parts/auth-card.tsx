// A card in the middle of the page, for sign-in, OAuth consent and accounts without a role.
import type { ReactNode } from 'react'

export function AuthCard({ children }: { children: ReactNode }) {
  return (
    <div className="auth-page">
      <div className="auth-card">{children}</div>
    </div>
  )
}
