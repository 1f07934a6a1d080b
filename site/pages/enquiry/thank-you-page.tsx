// The page after a form was posted without script.
import { paths, phoneLink } from '#schemas/paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { success } from '../../islands/enquiry-form/notices.ts'
import { Stylesheet } from '../../page-needs.tsx'
import { ContentSection, QuietSteps } from '../../sections/content-section.tsx'
import { HeroFrame } from '../../sections/hero.tsx'
import promiseCss from '../../sections/promise.css?inline'
import type { PageInput, RenderablePage } from '../page.ts'
import { referenceId } from './reference.ts'

export function thankYouPage({ site }: PageInput): RenderablePage {
  return {
    heroPicture: site.content.contact.picture,
    isFormInHero: false,
    metadata: { title: 'Message sent', description: success.text, keywords: [] },
    body: (
      <>
        <HeroFrame picture={site.content.contact.picture}>
          <Stylesheet css={promiseCss} />
          <h1>{success.title}</h1>
          <p className="hero-lead">{success.text}</p>
          <p id={referenceId} hidden />
          <p className="mt-5">
            If it is urgent, ring{' '}
            <a className="whitespace-nowrap" href={phoneLink(site.company.phone)}>
              {site.company.phone}
            </a>
            .
          </p>
          <div className="hero-buttons">
            <ButtonLink href={paths.home}>Back to the home page</ButtonLink>
          </div>
        </HeroFrame>
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
