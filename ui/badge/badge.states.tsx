import type { UiState } from '../state.ts'
import { Badge, type BadgeKind } from './badge.tsx'

const kinds: BadgeKind[] = ['plain', 'strong', 'role', 'new', 'late', 'faded']

export const badgeStates: UiState[] = kinds.map((kind) => ({
  name: kind,
  element: <Badge kind={kind}>{kind}</Badge>,
}))
