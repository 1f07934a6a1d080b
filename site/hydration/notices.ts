// One notice at a time, for five seconds, in a live region.
import { type Notice, takeNotice } from '#ui/notice/notice.ts'

const shownForMs = 5_000
let hide: ReturnType<typeof setTimeout> | undefined

export function showNotice({ title, text, isError = false }: Notice): void {
  const regions = document.querySelector<HTMLElement>('.notices')
  const region = regions?.querySelector(isError ? '[role=alert]' : '[role=status]')
  if (!regions || !region) return
  clear(regions)
  // What is outside an open modal dialog is neither seen nor read out.
  ;(document.querySelector('dialog:modal') ?? document.body).append(regions)
  const notice = document.createElement('div')
  notice.className = isError ? 'notice notice-error' : 'notice'
  const heading = document.createElement('strong')
  heading.textContent = title
  notice.append(heading, text)
  region.append(notice)
  clearTimeout(hide)
  hide = setTimeout(() => clear(regions), shownForMs)
}

export function showStoredNotice(): void {
  const left = takeNotice('site')
  if (left) showNotice(left)
}

function clear(regions: HTMLElement): void {
  for (const region of regions.children) region.replaceChildren()
}
