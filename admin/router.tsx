// All routes of the dashboard, with their search parameters.
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  stripSearchParams,
} from '@tanstack/react-router'
import * as v from 'valibot'
import { type DashboardTab, dashboardPath, dashboardTabs, paths } from '#schemas/paths.ts'
import { AccountTab } from './pages/account/account-tab.tsx'
import { ActivityTab } from './pages/activity/activity-tab.tsx'
import { TrailFiltersSchema, trailSearch } from './pages/activity/trail.ts'
import { CustomerPage } from './pages/customers/customer-page.tsx'
import { BrokenPart } from './pages/dashboard/broken-part.tsx'
import { Dashboard } from './pages/dashboard/dashboard.tsx'
import { FirstScreen } from './pages/dashboard/first-screen.tsx'
import { EnquiriesTab } from './pages/enquiries/enquiries-tab.tsx'
import { FiltersSchema, toSearch } from './pages/enquiries/filters.ts'
import { defaultPeriod, FiguresSearch, FiguresTab } from './pages/figures/figures-tab.tsx'
import { MailFiltersSchema, mailSearch } from './pages/mail/mail.ts'
import { MailTab } from './pages/mail/mail-tab.tsx'
import { ConsentPage } from './pages/oauth-consent/consent-page.tsx'
import { PersonalDataTab } from './pages/personal-data/personal-data-tab.tsx'
import { ReviewsTab } from './pages/reviews/reviews-tab.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { StatusTab } from './pages/status/status-tab.tsx'
import { TodaySearch, TodayTab } from './pages/today/today-tab.tsx'
import { UsersTab } from './pages/users/users-tab.tsx'
import { WebsiteTab } from './pages/website/website-tab.tsx'
import { ProtectedPage } from './session/protected-page.tsx'

const root = createRootRoute({ component: Outlet })

const admin = createRoute({
  getParentRoute: () => root,
  path: paths.admin,
  component: () => <ProtectedPage>{(member) => <Dashboard {...member} />}</ProtectedPage>,
})

/** Search parameters of former URLs, which are still in bookmarks and sent emails. */
const LegacySearch = v.object({
  tab: v.fallback(v.optional(v.picklist(dashboardTabs)), undefined),
  enquiry: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
})

const first = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad({ location: { search } }) {
    const { tab, enquiry } = v.parse(LegacySearch, search)
    if (tab) {
      const { tab: _, ...rest } = search as Record<string, string>
      throw redirect({ to: dashboardPath(tab), search: rest, replace: true })
    }
    if (enquiry) {
      throw redirect({ to: '/admin/enquiries/$enquiryId', params: { enquiryId: enquiry } })
    }
  },
  component: FirstScreen,
})

const tab = <Id extends DashboardTab>(id: Id, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => admin, path: id, component })

const enquiries = createRoute({
  getParentRoute: () => admin,
  path: 'enquiries',
  validateSearch: FiltersSchema,
  search: { middlewares: [({ search, next }) => toSearch(next(search)) as typeof search] },
  component: EnquiriesTab,
})
const enquiry = createRoute({ getParentRoute: () => enquiries, path: '$enquiryId' })

const customer = createRoute({
  getParentRoute: () => admin,
  path: 'customers/$customerId',
  component: CustomerPage,
})

const personalData = createRoute({
  getParentRoute: () => admin,
  path: 'personal-data',
  validateSearch: v.object({
    enquiry: LegacySearch.entries.enquiry,
    /** Which detail of the enquiry to search by; its email address, if it has one. */
    by: v.fallback(v.optional(v.picklist(['email', 'phone'])), undefined),
  }),
  component: PersonalDataTab,
})

const website = createRoute({
  getParentRoute: () => admin,
  path: 'website',
  validateSearch: v.object({
    document: v.fallback(v.optional(v.string()), undefined),
    view: v.fallback(v.optional(v.literal('history')), undefined),
  }),
  component: WebsiteTab,
})

const today = createRoute({
  getParentRoute: () => admin,
  path: 'today',
  validateSearch: TodaySearch,
  component: TodayTab,
})

const figures = createRoute({
  getParentRoute: () => admin,
  path: 'figures',
  validateSearch: FiguresSearch,
  search: { middlewares: [stripSearchParams({ period: defaultPeriod })] },
  component: FiguresTab,
})

const mail = createRoute({
  getParentRoute: () => admin,
  path: 'mail',
  validateSearch: MailFiltersSchema,
  search: { middlewares: [({ search, next }) => mailSearch(next(search)) as typeof search] },
  component: MailTab,
})

const activity = createRoute({
  getParentRoute: () => admin,
  path: 'activity',
  validateSearch: TrailFiltersSchema,
  search: { middlewares: [({ search, next }) => trailSearch(next(search)) as typeof search] },
  component: ActivityTab,
})

const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: paths.auth, component: SignInPage }),
  createRoute({ getParentRoute: () => root, path: paths.consent, component: ConsentPage }),
  admin.addChildren([
    first,
    tab('users', UsersTab),
    tab('reviews', ReviewsTab),
    today,
    enquiries.addChildren([enquiry]),
    customer,
    website,
    figures,
    mail,
    personalData,
    activity,
    tab('status', StatusTab),
    tab('account', AccountTab),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultErrorComponent: BrokenPart,
  // Plain text instead of the router's JSON: readable URLs, and a name may look like a number.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const kept = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(kept.map(([name, value]) => [name, String(value)]))
    return query.size === 0 ? '' : `?${query}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The search parameters of Today, for a record that was opened from there. */
    today?: v.InferOutput<typeof TodaySearch>
  }
}
