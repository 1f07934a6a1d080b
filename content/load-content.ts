// Everything that the site says, with the company's name and numbers put in. Templates read this and
// never the files behind it, so none of them can forget a placeholder.
import { type CompanyProfile, fillIn } from './company.ts'
import { footer, headerLinks, headerMenus } from './navigation.ts'
import { about } from './pages/about.ts'
import { contact } from './pages/contact.ts'
import { home } from './pages/home.ts'
import { notFound } from './pages/not-found.ts'
import { allPages } from './pages/pages.ts'
import { privacyPolicy } from './pages/privacy-policy.ts'
import { terms } from './pages/terms.ts'
import { nextSteps, quoteSteps } from './quote-steps.ts'
import { allServicePages, serviceGroups } from './services/services.ts'
import { towns } from './towns/towns.ts'
import { trustClaims } from './trust.ts'

const written = {
  home,
  about,
  contact,
  privacyPolicy,
  terms,
  notFound,
  serviceGroups,
  allServicePages,
  towns,
  allPages,
  headerMenus,
  headerLinks,
  footer,
  trustClaims,
  quoteSteps,
  nextSteps,
}

export type SiteContent = typeof written

export function loadContent(company: CompanyProfile): SiteContent {
  return fillInAll(written, company)
}

/** What is one thing in two places stays one: a page in a group is the page in the list of all. */
export function fillInAll<Content>(content: Content, company: CompanyProfile): Content {
  const filled = new Map<object, unknown>()
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillIn(value, company)
    if (typeof value !== 'object' || value === null) return value
    if (!filled.has(value)) {
      filled.set(
        value,
        Array.isArray(value)
          ? value.map(fill)
          : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)])),
      )
    }
    return filled.get(value)
  }
  return fill(content) as Content
}
