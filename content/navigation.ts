// The links of the header and the footer. Both follow the service tree, so a new service appears in them
// by itself.
import * as v from 'valibot'
import type { Page } from './page.ts'
import type { ServiceGroup } from './service.ts'
import { line, list, name, slug } from './text.ts'
import type { Town } from './town.ts'

const footerListSchema = v.variant('kind', [
  /** The overview page of every group. */
  v.strictObject({ kind: v.literal('groups'), name }),
  /** The sub-pages of one group. */
  v.strictObject({
    kind: v.literal('group'),
    name,
    group: slug,
    without: v.exactOptional(list(slug, 60)),
  }),
  v.strictObject({ kind: v.literal('towns'), name }),
  v.strictObject({ kind: v.literal('pages'), name, pages: list(slug, 12, 1) }),
])

export const navigationSchema = v.strictObject({
  blurb: line,
  areaLine: name,
  footer: list(footerListSchema, 6, 1),
})
type NavigationFile = v.InferOutput<typeof navigationSchema>

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

/** Without descriptions. */
export interface FooterList {
  name: string
  links: Pick<NavigationLink, 'name' | 'path'>[]
}

export interface Navigation {
  /** The dropdown menus: Overview first, then the sub-pages. */
  headerMenus: NavigationList[]
  /** Groups without sub-pages are plain links beside the menus. */
  headerLinks: NavigationLink[]
  footer: { blurb: string; areaLine: string; lists: FooterList[] }
}

export interface LinkedPages {
  serviceGroups: readonly ServiceGroup[]
  towns: readonly Town[]
  /** By the name of their file. */
  pages: ReadonlyMap<string, Page>
}

export function createNavigation(file: NavigationFile, linked: LinkedPages): Navigation {
  const { blurb, areaLine, footer } = file
  return {
    headerMenus: linked.serviceGroups
      .filter(({ children }) => children.length > 0)
      .map(({ overview, children }) => ({
        name: overview.name,
        links: [{ ...linkTo(overview), name: 'Overview' }, ...children.map(linkTo)],
      })),
    headerLinks: linked.serviceGroups
      .filter(({ children }) => children.length === 0)
      .map(({ overview }) => linkTo(overview)),
    footer: {
      blurb,
      areaLine,
      lists: footer
        .map((entry) => ({ name: entry.name, links: linksOf(entry, linked) }))
        .filter(({ links }) => links.length > 0),
    },
  }
}

function linksOf(entry: NavigationFile['footer'][number], linked: LinkedPages) {
  const { serviceGroups, towns, pages } = linked
  switch (entry.kind) {
    case 'groups':
      return serviceGroups.map(({ overview }) => linkTo(overview))
    case 'group':
      return serviceGroups
        .filter(({ id }) => id === entry.group)
        .flatMap(({ children }) => children)
        .filter(({ slug }) => !entry.without?.includes(slug))
        .map(linkTo)
    case 'towns':
      return towns.map(({ name, path }) => ({ name, path }))
    case 'pages':
      return entry.pages.flatMap((slug) => {
        const page = pages.get(slug)
        return page ? [linkTo(page)] : []
      })
  }
}

function linkTo(page: Page): NavigationLink {
  return { name: page.name, path: page.path, line: page.menuLine }
}
