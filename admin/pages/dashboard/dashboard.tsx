// `/admin`: the heading, the tabs of the role, and sign-out.
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dashboardPath } from '#schemas/paths.ts'
import { roleNames } from '#schemas/roles.ts'
import { Button } from '#ui/button/button.tsx'
import { auth } from '../../api.ts'
import { forgetThisDevice } from '../../devices/this-device.ts'
import { useNotifications } from '../../devices/use-notifications.ts'
import { toMessage } from '../../errors.ts'
import { showError, showLeftNotice } from '../../notices/notices.tsx'
import { claimDrafts, forgetDrafts } from '../../parts/drafts.ts'
import { useTitleOfTab } from '../../parts/page-title.ts'
import type { Member } from '../../session/protected-page.tsx'
import { FailedBanner } from '../mail/failed-banner.tsx'
import { EndedBanner } from './ended-banner.tsx'
import { ForAdministrators } from './for-administrators.tsx'
import { tabs, tabsFor } from './tab-list.ts'
import { TabPanel, Tabs } from './tabs.tsx'

export function Dashboard({ user, role }: Member) {
  // Before the forms below read what was kept.
  useState(() => claimDrafts(user.id))
  const navigate = useNavigate()
  const [, , segment] = useLocation({ select: ({ pathname }) => pathname }).split('/')
  // A customer is reached from an enquiry, and has no tab.
  const id = segment === 'customers' ? 'enquiries' : segment
  const own = tabsFor(role)
  const open = own.find((tab) => tab.id === id)
  const refused = open ? undefined : tabs.find((tab) => tab.id === id)
  useTitleOfTab(open?.name)
  useEffect(showLeftNotice, [])
  useNotifications(user.id)
  return (
    <div className="desk">
      <header className="desk-head">
        <h1>Admin Dashboard</h1>
        <p className="desk-who">{user.email}</p>
        <span className="badge desk-role">{roleNames[role]}</span>
        <Button kind="quiet" onClick={() => void signOut()}>
          <LogOut aria-hidden="true" />
          Sign out
        </Button>
      </header>
      <Tabs tabs={own} open={open} onOpen={(tab) => navigate({ to: dashboardPath(tab.id) })} />
      <EndedBanner />
      {role === 'admin' && <FailedBanner />}
      <TabPanel tab={open}>
        {refused ? <ForAdministrators part={refused.name} /> : <Outlet />}
      </TabPanel>
    </div>
  )
}

async function signOut(): Promise<void> {
  forgetDrafts()
  await forgetThisDevice()
  const { error } = await auth.signOut({ scope: 'local' })
  if (error) showError(toMessage(error))
}
