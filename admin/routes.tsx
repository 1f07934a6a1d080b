// Every page of the dashboard, and every tab of it, on one screen.
import { AccountTab } from './pages/account/account-tab.tsx'
import { ActivityTab } from './pages/activity/activity-tab.tsx'
import { ConsentPage } from './pages/consent/consent-page.tsx'
import { Dashboard } from './pages/dashboard/dashboard.tsx'
import type { Tab } from './pages/dashboard/tab.ts'
import { EnquiriesTab } from './pages/enquiries/enquiries-tab.tsx'
import { NewCount } from './pages/enquiries/new-count.tsx'
import { FiguresTab } from './pages/figures/figures-tab.tsx'
import { MailTab } from './pages/mail/mail-tab.tsx'
import { PersonalDataTab } from './pages/personal-data/personal-data-tab.tsx'
import { ReviewsTab } from './pages/reviews/reviews-tab.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { StatusTab } from './pages/status/status-tab.tsx'
import { UsersTab } from './pages/users/users-tab.tsx'
import { ProtectedPage } from './session/protected-page.tsx'

const tabs: Tab[] = [
  { id: 'users', name: 'Users', Content: UsersTab },
  { id: 'reviews', name: 'Reviews', Content: ReviewsTab },
  { id: 'enquiries', name: 'Enquiries', Content: EnquiriesTab, Count: NewCount },
  { id: 'figures', name: 'Figures', Content: FiguresTab },
  { id: 'mail', name: 'Mail', Content: MailTab },
  { id: 'personal-data', name: 'Personal data', Content: PersonalDataTab },
  { id: 'activity', name: 'Activity', Content: ActivityTab },
  { id: 'status', name: 'Status', Content: StatusTab },
  { id: 'account', name: 'Account', Content: AccountTab },
]

export function Page({ path }: { path: string }) {
  if (path.startsWith('/admin')) {
    return <ProtectedPage>{(user) => <Dashboard user={user} tabs={tabs} />}</ProtectedPage>
  }
  return path.startsWith('/oauth/') ? <ConsentPage /> : <SignInPage />
}
