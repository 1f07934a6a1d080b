// The private page "Add photos", for visitors who had none at hand when they sent the enquiry.
import { addPhotosPath } from '#schemas/enquiry-photos.ts'
import { paths, phoneLink } from '#schemas/paths.ts'
import { photoProblems } from '#schemas/photo-problems.ts'
import { Island } from '../../hydration/island.tsx'
import { PhotoForm } from '../../islands/photo-form.tsx'
import type { PageInput, RenderablePage } from '../page.ts'
import { formatAdded, type PhotoOutcome } from './photo-outcome.ts'

export type PhotosPage =
  | ({ kind: 'open'; token: string; reference: string; count: number } & PhotoOutcome)
  | { kind: 'expired' }

export function photosPage({ site }: PageInput, page: PhotosPage): RenderablePage {
  const { phone } = site.company
  return {
    metadata: { title: 'Add photos', description: 'Add photos to your enquiry.', keywords: [] },
    // Without the tag manager, which would learn the address, and with it the token.
    frame: 'sign-in',
    body: (
      <section className="wrap section page-top">
        {page.kind === 'expired' ? (
          <>
            <h1>This link no longer works</h1>
            <p className="hero-lead mt-5">
              A link to add photos works for 14 days. Your enquiry itself is not affected: you can
              still reach us about it.
            </p>
          </>
        ) : (
          <OpenPage {...page} />
        )}
        <p className="mt-6">
          Ring{' '}
          <a className="whitespace-nowrap" href={phoneLink(phone)}>
            {phone}
          </a>
          , or go <a href={paths.home}>back to the home page</a>.
        </p>
      </section>
    ),
  }
}

function OpenPage(props: Extract<PhotosPage, { kind: 'open' }>) {
  const { token, reference, count, added = 0, problems = [] } = props
  return (
    <>
      <h1>Add photos to your enquiry</h1>
      <p className="hero-lead mt-5">
        Your reference is <strong>{reference}</strong>.
      </p>
      {(added > 0 || problems.length > 0) && (
        <div className="mt-5" role="status">
          {added > 0 && <p>{formatAdded(added)}</p>}
          {problems.map((problem) => (
            <p key={problem}>{photoProblems[problem]}</p>
          ))}
        </div>
      )}
      <div className="mt-5 max-w-2xl">
        <Island
          name="photo-form"
          id="photo-form"
          component={PhotoForm}
          props={{ action: addPhotosPath(token), token, count }}
        />
      </div>
    </>
  )
}
