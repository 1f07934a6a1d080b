// All routes of the site.
import type { Content } from '#content/content.ts'
import { paths } from '#schemas/paths.ts'
import { aboutPage } from './pages/about/about-page.tsx'
import { contactPage } from './pages/contact/contact-page.tsx'
import { dashboardPage } from './pages/dashboard/dashboard-page.tsx'
import { thankYouPage } from './pages/enquiry/thank-you-page.tsx'
import { homePage } from './pages/home/home-page.tsx'
import { notFoundPage } from './pages/not-found/not-found-page.tsx'
import type { PageInput, RenderablePage } from './pages/page.ts'
import { servicePage } from './pages/service/service-page.tsx'
import { textPage } from './pages/text/text-page.tsx'
import { townPage } from './pages/town/town-page.tsx'

export interface Route {
  path: string
  /** Pages that show reviews are dropped from the cache when a review changes. */
  showsReviews?: true
  /** For the sitemap: canonical path and date. Pages without it are not listed. */
  listed?: { canonical: string; updated: string }
  status?: 404
  page(input: PageInput): RenderablePage
}

export function createRoutes(content: Content): Route[] {
  const { home, about, contact, privacyPolicy, terms, serviceGroups, towns } = content
  return [
    { path: paths.home, showsReviews: true, listed: listed(home), page: homePage },
    ...serviceGroups.flatMap((group) =>
      [group.overview, ...group.children].flatMap((service): Route[] => {
        const page = (input: PageInput) => servicePage(input, service, group)
        const route: Route = {
          path: service.path,
          showsReviews: true,
          listed: listed(service),
          page,
        }
        // A page with another canonical path is served there too.
        return service.canonical
          ? [route, { path: service.canonical, showsReviews: true, page }]
          : [route]
      }),
    ),
    ...towns.map(
      (town): Route => ({
        path: town.path,
        showsReviews: true,
        listed: listed(town),
        page: (input) => townPage(input, town),
      }),
    ),
    { path: contact.path, listed: listed(contact), page: contactPage },
    { path: paths.enquirySent, page: thankYouPage },
    { path: about.path, listed: listed(about), page: aboutPage },
    ...[privacyPolicy, terms].map(
      (text): Route => ({
        path: text.path,
        listed: listed(text),
        page: (input) => textPage(input, text),
      }),
    ),
    { path: paths.auth, page: (input) => dashboardPage(input, 'Sign in', 'sign-in') },
    { path: paths.admin, page: (input) => dashboardPage(input, 'Admin Dashboard', 'dashboard') },
    {
      path: paths.consent,
      page: (input) => dashboardPage(input, 'Sign in to another app', 'sign-in'),
    },
    { path: paths.notFound, status: 404, page: notFoundPage },
  ]
}

function listed({
  path,
  canonical,
  updated,
}: {
  path: string
  canonical?: string
  updated: string
}) {
  return { canonical: canonical ?? path, updated }
}
