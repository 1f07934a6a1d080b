// Keys of the list and the record: j and k go down and up, o opens, r answers, / searches.
import type { RefObject } from 'react'
import { useShortcut } from '../../parts/use-shortcut.ts'

interface EnquiryKeys {
  section: RefObject<HTMLElement | null>
  /** In the order of the list. */
  ids: string[]
  openId: string | undefined
  onOpen(id: string): void
}

export function useEnquiryKeys({ section, ids, openId, onOpen }: EnquiryKeys): void {
  const find = (selector: string) => section.current?.querySelector<HTMLElement>(selector)
  const links = () => [...(section.current?.querySelectorAll<HTMLElement>('.row-link') ?? [])]

  /** With a record open the next one is opened, otherwise the next row gets the focus. */
  function go(step: 1 | -1) {
    if (openId) {
      const next = ids[ids.indexOf(openId) + step]
      if (ids.includes(openId) && next) onOpen(next)
      return
    }
    const rows = links()
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const next = at === -1 ? rows.at(step === 1 ? 0 : -1) : rows[at + step]
    next?.focus()
  }

  useShortcut('j', () => go(1))
  useShortcut('k', () => go(-1))
  useShortcut('o', () => {
    if (openId) return
    const rows = links()
    const focused = rows.find((row) => row === document.activeElement)
    const row = focused ?? rows[0]
    row?.click()
  })
  useShortcut('r', () => {
    const opener = find('.answer > button')
    if (opener?.getAttribute('aria-expanded') === 'false') opener.click()
    // The form appears with the next frame.
    requestAnimationFrame(() => find('.answer textarea')?.focus())
  })
  useShortcut('/', () => find('input[type=search]')?.focus())
}
