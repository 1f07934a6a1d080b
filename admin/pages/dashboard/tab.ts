import type { ComponentType } from 'react'

export interface Tab {
  id: string
  name: string
  Content: ComponentType
  /** A number beside the name: what waits there. */
  Count?: ComponentType
}
