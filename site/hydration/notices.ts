// Toasts: one at a time, for five seconds, in a live region.
import type { Notice } from '#ui/notice/notice.ts'
import { readTab, writeTab } from './tab-storage.ts'

const shownForMs = 5_000
/** The same key as in ui/notice/notice.ts, with which the dashboard stores one for a public page. */
const storageKey = 'notice'
let hide: ReturnType<typeof setTimeout> | undefined

export function showNotice({ title, text, isError = false }: Notice): void {
  const regions = document.querySelector<HTMLElement>('.notices')
  const region = regions?.querySelector(isError ? '[role=alert]' : '[role=status]')
  if (!regions || !region) return
  clear(regions)
  // Content outside an open dialog is inert: neither visible nor announced.
  ;(document.querySelector('dialog:is(:modal, :popover-open)') ?? document.body).append(regions)
  const notice = document.createElement('div')
  notice.className = isError ? 'notice notice-error' : 'notice'
  const heading = document.createElement('strong')
  heading.textContent = title
  notice.append(heading, text)
  region.append(notice)
  clearTimeout(hide)
  hide = setTimeout(() => clear(regions), shownForMs)
}

/** Stores a flash message for the next page. */
export function leaveNotice(notice: Notice): void {
  writeTab(storageKey, JSON.stringify(notice))
}

export function showStoredNotice(): void {
  const stored = readTab(storageKey)
  if (!stored) return
  writeTab(storageKey, undefined)
  showNotice(JSON.parse(stored))
}

function clear(regions: HTMLElement): void {
  for (const region of regions.children) region.replaceChildren()
}
