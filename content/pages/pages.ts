// Every public page that has metadata of its own, for the sitemap and the tests.
import type { PageHead } from '../page.ts'
import { allServicePages } from '../services/services.ts'
import { towns } from '../towns/towns.ts'
import { about } from './about.ts'
import { contact } from './contact.ts'
import { home } from './home.ts'
import { privacyPolicy } from './privacy-policy.ts'
import { terms } from './terms.ts'

export const allPages: readonly PageHead[] = [
  home,
  ...allServicePages,
  ...towns,
  contact,
  about,
  privacyPolicy,
  terms,
]
