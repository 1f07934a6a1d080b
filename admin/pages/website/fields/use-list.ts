// The entries of a list with ids that follow them when they move, and the focus after each change.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Path, withMoved } from '../values.ts'
import { useEditor } from './editor-context.ts'

let lastId = 0
const newIds = (count: number) =>
  Array.from({ length: count }, () => {
    lastId += 1
    return lastId
  })

export function useList(
  path: Path,
  items: unknown[],
  {
    region,
    titleAt,
  }: {
    region: RefObject<HTMLFieldSetElement | null>
    /** What an entry is called. */
    titleAt(at: number): string
  },
) {
  const { change } = useEditor()
  const [kept, setIds] = useState(() => newIds(items.length))
  // The list was replaced from outside: a colleague's text was taken.
  const ids = kept.length === items.length ? kept : newIds(items.length)
  if (ids !== kept) setIds(ids)
  const [added, setAdded] = useState<number>()
  const [announcement, setAnnouncement] = useState('')
  const focus = useRef<string>(undefined)
  useEffect(() => {
    if (!focus.current) return
    region.current?.querySelector<HTMLElement>(focus.current)?.focus()
    focus.current = undefined
  })

  return {
    ids,
    /** The entry that was added last: it is open. */
    added,
    /** For screen readers. */
    announcement,
    add(item: unknown) {
      const [id = 0] = newIds(1)
      setIds([...ids, id])
      setAdded(id)
      change(path, [...items, item])
      setAnnouncement(`Added as number ${items.length + 1}`)
      focus.current = `[data-item="${id}"] :is(input, textarea, select)`
    },
    remove(at: number) {
      const next = ids[at + 1] ?? ids[at - 1]
      setAnnouncement(`Removed ${titleAt(at)}`)
      setIds(ids.filter((_, other) => other !== at))
      change(
        path,
        items.filter((_, other) => other !== at),
      )
      focus.current = next
        ? `[data-item="${next}"] > .site-item-buttons [data-remove]`
        : '.site-add'
    },
    move(at: number, to: number) {
      setAnnouncement(`${titleAt(at)} is now number ${to + 1} of ${items.length}`)
      setIds(withMoved(ids, at, to))
      change(path, withMoved(items, at, to))
      const button = to < at ? '[data-up]' : '[data-down]'
      focus.current = `[data-item="${ids[at]}"] > .site-item-buttons ${button}`
    },
  }
}
