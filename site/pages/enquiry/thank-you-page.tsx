// The page after a form was posted without script.
import { paths, phoneLink } from '#schemas/paths.ts'
import { success } from '../../islands/enquiry-form/notices.ts'
import { Stylesheet } from '../../page-needs.tsx'
import { ContentSection, QuietSteps } from '../../sections/content-section.tsx'
import promiseCss from '../../sections/promise.css?inline'
import type { PageInput, RenderablePage } from '../page.ts'
import { referenceId } from './reference.ts'
import css from './thank-you.css?inline'

export function thankYouPage({ site }: PageInput): RenderablePage {
  return {
    metadata: { title: 'Message sent', description: success.text, keywords: [] },
    body: (
      <>
        <section className="wrap page-top sent-top">
          <Stylesheet css={promiseCss} />
          <Stylesheet css={css} />
          <h1>{success.title}</h1>
          <p className="hero-lead mt-5">{success.text}</p>
          <p id={referenceId} hidden />
          <p className="mt-5 max-w-2xl">
            If it is urgent, ring{' '}
            <a className="whitespace-nowrap" href={phoneLink(site.company.phone)}>
              {site.company.phone}
            </a>
            .
          </p>
          <p className="mt-6">
            <a className="text-link" href={paths.home}>
              Back to the home page
            </a>
          </p>
        </section>
        <QuietSteps {...site.content.nextSteps} />
        <ContentSection
          section={{
            ...site.content.beforeTheVisit,
            kind: 'list',
            isPlain: true,
            layout: 'margin',
          }}
        />
      </>
    ),
  }
}
