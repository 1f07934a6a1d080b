// The dashboard's tabs. The specification begins with Users and Reviews; what was added follows.
import type { ComponentType } from 'react'
import type { DashboardTab } from '#schemas/paths.ts'
import type { MemberRole } from '#schemas/roles.ts'
import { NewCount } from '../enquiries/new-count.tsx'

export interface Tab {
  id: DashboardTab
  name: string
  /** Without it, the tab is for administrators only. */
  isForStaff?: boolean
  /** A count beside the name. */
  Count?: ComponentType
}

export const tabs: Tab[] = [
  { id: 'users', name: 'Users' },
  { id: 'reviews', name: 'Reviews' },
  { id: 'today', name: 'Today', isForStaff: true },
  { id: 'enquiries', name: 'Enquiries', isForStaff: true, Count: NewCount },
  { id: 'website', name: 'Website', isForStaff: true },
  { id: 'figures', name: 'Figures', isForStaff: true },
  { id: 'mail', name: 'Mail' },
  { id: 'personal-data', name: 'Personal data' },
  { id: 'activity', name: 'Activity' },
  { id: 'status', name: 'Status' },
  { id: 'account', name: 'Account', isForStaff: true },
]

export function tabsFor(role: MemberRole): Tab[] {
  return role === 'admin' ? tabs : tabs.filter(({ isForStaff }) => isForStaff)
}
