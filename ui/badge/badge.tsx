import type { ReactNode } from 'react'

/** `new`: not answered yet; `late`: overdue; `faded`: less important. */
export type BadgeKind = 'plain' | 'strong' | 'role' | 'new' | 'late' | 'faded'

export interface BadgeProps {
  kind?: BadgeKind | undefined
  children: ReactNode
}

export function Badge({ kind = 'plain', children }: BadgeProps) {
  return <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>{children}</span>
}
