// The content in force. It changes while the server runs, so its users ask for it each time.
import type { Content } from './content.ts'

export interface LiveContent {
  readonly current: Content
}
