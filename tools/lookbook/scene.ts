import type { Page } from '@playwright/test'

/** Something to look at: a page, and what is done on it first. */
export interface Scene {
  name: string
  path: string
  /** Brings the page into the state that is looked at. */
  act?(page: Page): Promise<unknown>
  /** A dialog or a menu: only what is on the screen. Otherwise the whole page. */
  isScreen?: true
  /** What has come to the front, as a selector: the rest lies in the dark behind it. */
  front?: string
}
