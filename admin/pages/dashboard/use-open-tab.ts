// The open tab stands in the address, so that a reload, a bookmark or a sign-in in between leads back.
import { useEffect, useState } from 'react'
import type { Tab } from './tab.ts'

export function useOpenTab(tabs: Tab[]): [Tab, (tab: Tab) => void] {
  const [open, setOpen] = useState(() => tabOfAddress(tabs))
  useEffect(() => {
    const follow = () => setOpen(tabOfAddress(tabs))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [tabs])
  return [
    open,
    (tab) => {
      if (tab.id === open.id) return
      const isFirst = tab.id === tabs[0]?.id
      history.pushState(null, '', isFirst ? '/admin' : `/admin?tab=${tab.id}`)
      setOpen(tab)
    },
  ]
}

function tabOfAddress(tabs: Tab[]): Tab {
  const id = new URLSearchParams(location.search).get('tab')
  const tab = tabs.find((candidate) => candidate.id === id) ?? tabs[0]
  if (!tab) throw new Error('The dashboard has no tabs')
  return tab
}
