// The row of tabs. Left and Right move between tabs and open them.
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Tab } from './tab-list.ts'

export interface TabsProps {
  tabs: Tab[]
  /** Undefined at `/admin` itself and for a tab that the role may not open. */
  open: Tab | undefined
  onOpen(tab: Tab): void
}

export function Tabs({ tabs, open, onOpen }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector(`#tab-${open?.id}`)
    if (!row || !tab) return
    // Also when a count arrives later and widens the row. Only the row scrolls: `scrollIntoView`
    // would take a page that is being read back to its top.
    const observer = new ResizeObserver(() => {
      row.scrollLeft += centreOf(tab) - centreOf(row)
    })
    for (const each of row.children) observer.observe(each)
    return () => observer.disconnect()
  }, [open])

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex(({ id }) => id === open?.id)
    const targets: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = tabs[(target + tabs.length) % tabs.length]
    if (!next) return
    onOpen(next)
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }

  return (
    <div className="tabs" role="tablist" aria-label="Parts of the dashboard" ref={list}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`tab-${tab.id}`}
          className="tab"
          aria-selected={tab === open}
          aria-controls={tab === open ? 'tab-panel' : undefined}
          aria-describedby={tab.Count ? `tab-${tab.id}-count` : undefined}
          tabIndex={tab === (open ?? tabs[0]) ? 0 : -1}
          onClick={() => onOpen(tab)}
          onKeyDown={move}
        >
          {tab.name}
          {tab.Count && (
            // Not part of the tab's accessible name; `aria-describedby` announces it after the name.
            <span id={`tab-${tab.id}-count`} className="tab-count" aria-hidden="true">
              <tab.Count />
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

function centreOf(element: Element) {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

export function TabPanel({ tab, children }: { tab: Tab | undefined; children: ReactNode }) {
  return (
    <div
      className="tab-panel"
      role="tabpanel"
      id="tab-panel"
      aria-labelledby={tab && `tab-${tab.id}`}
      aria-label={tab ? undefined : 'Part of the dashboard'}
      key={tab?.id}
    >
      {children}
    </div>
  )
}
