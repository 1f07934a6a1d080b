// The two texts are fixed by the specification; the rest helps a lost visitor on.
import type { PictureName } from '../pictures.ts'

export interface NotFoundPage {
  title: string
  description: string
  heading: string
  text: string
  linkLabel: string
  suggestions: { heading: string; text: string; paths: string[] }
  picture: PictureName
}

export const notFound: NotFoundPage = {
  title: 'Page not found',
  description:
    'This address leads nowhere on our website. Go back to the home page or choose one of our services.',
  heading: 'Oops! Page not found',
  text: 'The path stops here. The address may have been mistyped, or the page may have moved.',
  linkLabel: 'Return to Home',
  suggestions: {
    heading: 'Ways back to the garden',
    text: 'Most people are looking for one of these. If yours is not among them, ring {phone} and ask.',
    paths: [
      '/domestic',
      '/grounds-maintenance',
      '/landscaping',
      '/pressure-washing',
      '/contact-us',
    ],
  },
  picture: 'tractor-work',
}
