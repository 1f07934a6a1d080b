// The response to an invalid form post without script: the form with its values and errors.
import type { EnquiryErrors, EnquiryField } from '#schemas/enquiry.ts'
import { paths, phoneLink } from '#schemas/paths.ts'
import { Island } from '../../hydration/island.tsx'
import { EnquiryForm } from '../../islands/enquiry-form.tsx'
import type { PageInput, RenderablePage } from '../page.ts'

export interface EnquiryAgain {
  action: string
  values: Partial<Record<EnquiryField, string>>
  errors: EnquiryErrors
  /** An error that is not about a field. */
  message?: string
  /** A browser does not send a chosen file twice by itself. */
  hadPhotos?: boolean
  /** For an error of ours. */
  requestId?: string
}

export function enquiryAgainPage({ site }: PageInput, again: EnquiryAgain): RenderablePage {
  const { action, values, errors, message, hadPhotos, requestId } = again
  return {
    metadata: {
      title: 'Please check your enquiry',
      description: 'Please check your enquiry.',
      keywords: [],
    },
    body: (
      <section className="wrap section page-top">
        <h1>{message ? 'That did not work' : 'Please check your enquiry'}</h1>
        <p className="hero-lead mt-5" role={message ? 'alert' : undefined}>
          {message ??
            'Nothing is lost: your words are below. The answers that need a look are marked.'}
        </p>
        {hadPhotos && <p className="mt-3">Please choose your photos again.</p>}
        <p className="mt-3">
          Or ring{' '}
          <a className="whitespace-nowrap" href={phoneLink(site.company.phone)}>
            {site.company.phone}
          </a>
          .
        </p>
        {requestId && (
          <p className="mt-3">If you tell us about it, please quote the request id {requestId}.</p>
        )}
        <div className="card mt-8 max-w-2xl">
          <Island
            name="enquiry-form"
            id="again-form"
            component={EnquiryForm}
            props={{
              action,
              phone: site.company.phone,
              privacyPath: paths.privacy,
              coverage: site.content.coverage,
              services: site.content.enquiryServices,
              values,
              errors,
            }}
          />
        </div>
      </section>
    ),
  }
}
