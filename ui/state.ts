import type { ReactNode } from 'react'

/** One state of a component, for the page with all states. */
export interface UiState {
  name: string
  element: ReactNode
}
