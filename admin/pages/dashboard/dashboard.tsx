// `/admin`: the heading, the tabs and the way out.
import type { User } from '@supabase/auth-js'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { dashboardPath } from '#schemas/paths.ts'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showLeftNotice } from '../../notices/notices.tsx'
import { FailedBanner } from '../mail/failed-banner.tsx'
import { tabs } from './tab-list.ts'
import { TabPanel, Tabs } from './tabs.tsx'

export function Dashboard({ user }: { user: User }) {
  const navigate = useNavigate()
  const [, , id] = useLocation({ select: ({ pathname }) => pathname }).split('/')
  const open = tabs.find((tab) => tab.id === id)
  useEffect(showLeftNotice, [])
  return (
    <div className="desk">
      <header className="desk-head">
        <h1>Admin Dashboard</h1>
        <p className="desk-who">{user.email}</p>
        <button type="button" className="btn btn-quiet" onClick={() => void signOut()}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      </header>
      <Tabs tabs={tabs} open={open} onOpen={(tab) => navigate({ to: dashboardPath(tab.id) })} />
      <FailedBanner />
      <TabPanel tab={open}>
        <Outlet />
      </TabPanel>
    </div>
  )
}

async function signOut(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'local' })
  if (error) showError(toMessage(error))
}
