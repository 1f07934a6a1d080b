// Where the link "Do not ask me for reviews" leads. Opening it changes nothing, because mail programs open
// links by themselves; the button does.
import { paths, phoneLink } from '#schemas/paths.ts'
import { Button } from '#ui/button/button.tsx'
import type { PageInput, RenderablePage } from '../page.ts'

export type StopPage =
  | { kind: 'asking'; token: string }
  | { kind: 'stopped' }
  | { kind: 'unknown' }
  | { kind: 'tooMany' }
  | { kind: 'failed' }

const texts: Record<StopPage['kind'], { heading: string; text: string }> = {
  asking: {
    heading: 'No more requests for reviews?',
    text: 'Press the button and we do not ask you for a review again. What we agreed with you and emails about your jobs are not affected.',
  },
  stopped: {
    heading: 'We will not ask you again',
    text: 'Your email address is marked: it gets no more requests for a review from us.',
  },
  unknown: {
    heading: 'This link does not work',
    text: 'It may have been cut off by your email program. Copy the whole address from the email, or ring us and we do it for you.',
  },
  tooMany: {
    heading: 'Please try again in a while',
    text: 'There were many requests from your network. Nothing was changed yet.',
  },
  failed: {
    heading: 'That did not work',
    text: 'Something went wrong on our side, and nothing was changed. Please try again.',
  },
}

export function stopPage({ site }: PageInput, page: StopPage): RenderablePage {
  const { phone } = site.company
  const { heading, text } = texts[page.kind]
  return {
    metadata: { title: heading, description: text, keywords: [] },
    // Without the tag manager, which would learn the address, and with it the token.
    frame: 'sign-in',
    body: (
      <section className="wrap section page-top">
        <h1>{heading}</h1>
        <p className="hero-lead mt-5">{text}</p>
        {page.kind === 'asking' && (
          <form className="mt-5" method="post" action={`${paths.reviewRequests}/${page.token}`}>
            <Button kind="main" type="submit">
              Do not ask me for reviews
            </Button>
          </form>
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
