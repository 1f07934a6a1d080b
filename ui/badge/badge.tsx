import type { ReactNode } from 'react'

/** `new` waits for an answer, `late` has waited too long, `faded` is over. */
export type BadgeKind = 'plain' | 'strong' | 'role' | 'new' | 'late' | 'faded'

export interface BadgeProps {
  kind?: BadgeKind | undefined
  children: ReactNode
}

export function Badge({ kind = 'plain', children }: BadgeProps) {
  return <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>{children}</span>
}
