// The internal paths of the site, the dashboard and the emails.
export const paths = {
  home: '/',
  contact: '/contact-us',
  enquirySent: '/contact-us/thank-you',
  about: '/about',
  privacy: '/privacy-policy',
  terms: '/terms',
  auth: '/auth',
  admin: '/admin',
  /** Followed by a token and the path of a page. */
  preview: '/preview',
  consent: '/oauth/consent',
  /** Followed by the token of an address. */
  reviewRequests: '/review-requests',
  notFound: '/404',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  manifest: '/site.webmanifest',
  dashboardManifest: '/admin/dashboard.webmanifest',
  /** The service worker of the dashboard. */
  pushWorker: '/admin/push-worker.js',
  favicon: '/favicon.ico',
} as const

/** The dashboard's tabs in order; each is the last segment of its path. */
export const dashboardTabs = [
  'users',
  'reviews',
  'today',
  'enquiries',
  'website',
  'figures',
  'mail',
  'personal-data',
  'activity',
  'status',
  'account',
] as const
export type DashboardTab = (typeof dashboardTabs)[number]

export const dashboardPath = (tab: DashboardTab) => `${paths.admin}/${tab}`

/** The kinds of email that carry a code besides their link, as the auth service names them. */
export const mailedCodes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const
export type MailedCode = (typeof mailedCodes)[number]

/** The form for such a code, for a user who opens the email on another device. */
export const codePath = (kind: MailedCode) => `${paths.auth}?enter-code=${kind}`

/** Where the link of such an email leads. Filters of mail open links; there a button redeems the token. */
export const mailedLinkPath = (kind: MailedCode, token: string) =>
  `${codePath(kind)}&token=${encodeURIComponent(token)}`

/** The enquiry, open beside the list. */
export const enquiryPath = (id: string) => `${dashboardPath('enquiries')}/${id}`

const isDashboard = new RegExp(
  `^${paths.admin}/(?:(?:${dashboardTabs.join('|')})|(?:enquiries|customers)/[0-9a-f-]{36})$`,
)

/** The page that a path is served with: all paths of the dashboard share one. */
export function pageAt(path: string): string {
  return isDashboard.test(path) ? paths.admin : path
}

/** The endpoints that forms post to: two paths, one handler. */
export const enquiryActions = {
  contactFunction: '/functions/v1/contact-webhook',
  contactApi: '/api/webhooks/contact',
} as const

export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
