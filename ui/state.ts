import type { ReactNode } from 'react'

/** How a component looks in one situation. Every folder of this room shows all of its own. */
export interface UiState {
  name: string
  element: ReactNode
}
