// Every internal link is built here: those of the site, of the dashboard and of the mails.

export const paths = {
  home: '/',
  contact: '/contact-us',
  enquirySent: '/contact-us/thank-you',
  about: '/about',
  privacy: '/privacy-policy',
  terms: '/terms',
  auth: '/auth',
  admin: '/admin',
  consent: '/oauth/consent',
  notFound: '/404',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  manifest: '/site.webmanifest',
  favicon: '/favicon.ico',
} as const

/** The dashboard's tabs, in their order, by the last part of their address. */
export const dashboardTabs = [
  'users',
  'reviews',
  'enquiries',
  'figures',
  'mail',
  'personal-data',
  'activity',
  'status',
  'account',
] as const
export type DashboardTab = (typeof dashboardTabs)[number]

export const dashboardPath = (tab: DashboardTab) => `${paths.admin}/${tab}`

/** The mails that carry a code besides their link, as the auth service calls them. */
export const mailedCodes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const
export type MailedCode = (typeof mailedCodes)[number]

/** Where the code of such a mail is typed, on whichever machine. */
export const codePath = (kind: MailedCode) => `${paths.auth}?enter-code=${kind}`

/** One enquiry, open beside the list. */
export const enquiryPath = (id: string) => `${dashboardPath('enquiries')}/${id}`

/** What is kept of the person who sent an enquiry. */
export const personPath = (enquiryId: string) =>
  `${dashboardPath('personal-data')}?enquiry=${enquiryId}`

const isDashboard = new RegExp(
  `^${paths.admin}/(?:(?:${dashboardTabs.join('|')})|enquiries/[0-9a-f-]{36})$`,
)

/** The path of the page that is served at an address: those of the dashboard share one. */
export function pageAt(path: string): string {
  return isDashboard.test(path) ? paths.admin : path
}

/** Where forms send enquiries: two addresses, one handler. */
export const enquiryActions = {
  everyForm: '/functions/v1/contact-webhook',
  homeAndContact: '/api/webhooks/contact',
} as const

export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
