// Every internal link is built here.

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

/** Where forms send enquiries: two addresses, one handler. */
export const enquiryActions = {
  everyForm: '/functions/v1/contact-webhook',
  homeAndContact: '/api/webhooks/contact',
} as const

export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
