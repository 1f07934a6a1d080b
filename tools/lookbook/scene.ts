import type { Page } from '@playwright/test'

/** A screenshot: a page, and the actions before it is taken. */
export interface Scene {
  name: string
  path: string
  /** Brings the page into the state to show. */
  act?(page: Page): Promise<unknown>
  /** The state depends on the width, or does not stay. */
  isFleeting?: true
  /** For a dialog or menu: only the viewport. Otherwise the whole page. */
  isScreen?: true
  /** Selector of the element in front, e.g. a modal dialog. */
  front?: string
}
