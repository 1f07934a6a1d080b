// The shell of the staff pages: a heading and an empty root that the dashboard's own bundle fills.
import type { PageInput, RenderablePage } from '../page.ts'

export function dashboardPage(
  { site }: PageInput,
  title: string,
  frame: 'sign-in' | 'dashboard',
): RenderablePage {
  const { admin } = site.assets
  return {
    frame,
    showsAnyPicture: true,
    metadata: { title, description: `${title} for staff.`, keywords: [] },
    body: (
      <>
        {admin?.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <div id="admin-root" data-key={site.publishableKey} data-company={site.company.name}>
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
