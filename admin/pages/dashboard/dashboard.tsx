// `/admin`: the heading, the tabs and the way out.
import type { User } from '@supabase/auth-js'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { Mark } from '#ui/mark/mark.tsx'
import { auth, companyName } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showLeftNotice } from '../../notices/notices.tsx'
import { FailedBanner } from '../mail/failed-banner.tsx'
import type { Tab } from './tab.ts'
import { TabPanel, Tabs } from './tabs.tsx'
import { useOpenTab } from './use-open-tab.ts'

export function Dashboard({ user, tabs }: { user: User; tabs: Tab[] }) {
  const [open, setOpen] = useOpenTab(tabs)
  const { Content } = open
  useEffect(showLeftNotice, [])
  const openById = (id: string) => {
    const tab = tabs.find((candidate) => candidate.id === id)
    if (tab) setOpen(tab)
  }
  return (
    <div className="desk">
      <header className="desk-head">
        <a className="desk-brand" href="/" aria-label={`${companyName}, the public site`}>
          <Mark />
        </a>
        <h1>Admin Dashboard</h1>
        <p className="desk-who">{user.email}</p>
        <button type="button" className="btn btn-quiet" onClick={() => void signOut()}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      </header>
      <Tabs tabs={tabs} open={open} onOpen={setOpen} />
      <FailedBanner onOpen={() => openById('mail')} />
      <TabPanel tab={open}>
        <Content />
      </TabPanel>
    </div>
  )
}

async function signOut(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'local' })
  if (error) showError(toMessage(error))
}
