// What the header and the footer list. Both follow the service tree, so a new service appears in
// them by itself.
import type { Page } from './page.ts'
import { about } from './pages/about.ts'
import { contact } from './pages/contact.ts'
import { privacyPolicy } from './pages/privacy-policy.ts'
import { terms } from './pages/terms.ts'
import { completeLandscapingSolution } from './services/complete-landscaping-solution.ts'
import { landscaping } from './services/landscaping.ts'
import { serviceGroups } from './services/services.ts'
import { towns } from './towns/towns.ts'

export interface NavigationLink {
  name: string
  path: string
  /** One line of description, shown in menu panels. */
  line: string
}

export interface NavigationList {
  name: string
  links: NavigationLink[]
}

/** The dropdown menus: Overview first, then the sub-pages. */
export const headerMenus: readonly NavigationList[] = serviceGroups
  .filter((group) => group.children.length > 0)
  .map((group) => ({
    name: group.overview.name,
    links: [{ ...linkTo(group.overview), name: 'Overview' }, ...group.children.map(linkTo)],
  }))

/** Groups without sub-pages are plain links beside the menus. */
export const headerLinks: readonly NavigationLink[] = serviceGroups
  .filter((group) => group.children.length === 0)
  .map((group) => linkTo(group.overview))

/** Names alone: the footer describes nothing. */
export interface FooterList {
  name: string
  links: Pick<NavigationLink, 'name' | 'path'>[]
}

export const footer: { blurb: string; areaLine: string; lists: FooterList[] } = {
  blurb:
    '{company} looks after gardens and grounds, builds landscapes and cleans stone for homes, landlords, schools, clubs and businesses.',
  areaLine: 'Serving Herefordshire and Worcestershire',
  lists: [
    { name: 'Services', links: serviceGroups.map((group) => linkTo(group.overview)) },
    {
      name: 'Landscaping',
      links: serviceGroups
        .filter((group) => group.overview === landscaping)
        .flatMap((group) => group.children)
        .filter((page) => page !== completeLandscapingSolution)
        .map(linkTo),
    },
    { name: 'Towns', links: towns.map(({ name, path }) => ({ name, path })) },
    { name: 'Company', links: [about, contact, privacyPolicy, terms].map(linkTo) },
  ],
}

function linkTo(page: Page): NavigationLink {
  return { name: page.name, path: page.path, line: page.menuLine }
}
