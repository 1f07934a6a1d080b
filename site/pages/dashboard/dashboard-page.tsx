// The HTML of the staff pages: a heading in the root element that the dashboard's bundle renders into.
import type { PageInput, RenderablePage } from '../page.ts'
import { SignInPicture } from './sign-in-picture.tsx'

export function dashboardPage(
  { site }: PageInput,
  title: string,
  frame: 'sign-in' | 'dashboard',
): RenderablePage {
  const { admin } = site.assets
  const { enquiryServices: services, area } = site.content
  const firm = { services, towns: area.towns }
  return {
    frame,
    showsAnyPicture: true,
    hasPreview: frame === 'dashboard',
    metadata: { title, description: `${title} for staff.`, keywords: [] },
    body: (
      <>
        {admin?.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {frame === 'sign-in' && <SignInPicture />}
        <div
          id="admin-root"
          data-key={site.publishableKey}
          data-company={site.company.name}
          data-firm={JSON.stringify(firm)}
        >
          <div className="wrap page-top">
            <h1>{title}</h1>
            <noscript>
              <p>The dashboard needs JavaScript. The public pages work without it.</p>
            </noscript>
          </div>
        </div>
        {admin && <script type="module" src={admin.script} />}
      </>
    ),
  }
}
