// The documents that make up a firm. Each is a file of `firm/`, and can be replaced by an edit that was
// published in the dashboard. The key is the file's path without its ending.
import type * as v from 'valibot'
import { announcementSchema } from './announcement.ts'
import { answersSchema } from './answers.ts'
import { companySchema } from './company.ts'
import { coverageSchema } from './coverage-schema.ts'
import { hoursSchema } from './hours-schema.ts'
import { lookSchema } from './look.ts'
import { mapSchema } from './map.ts'
import { markSchema, plainMark } from './mark.ts'
import { navigationSchema } from './navigation.ts'
import { pageSchema } from './page.ts'
import { aboutSchema, contactSchema, homeSchema, notFoundSchema } from './pages.ts'
import { picturesSchema } from './pictures.ts'
import { quoteStepsSchema } from './quote-steps.ts'
import { redirectsSchema } from './redirects.ts'
import { noReviewRequests, reviewRequestSchema } from './review-request.ts'
import { serviceGroupsSchema, servicePageSchema } from './service.ts'
import { townOrderSchema, townSchema } from './town.ts'
import { trustSchema } from './trust.ts'

/** Every firm has these. */
export const documentSchemas = {
  company: companySchema,
  hours: hoursSchema,
  coverage: coverageSchema,
  look: lookSchema,
  map: mapSchema,
  mark: markSchema,
  navigation: navigationSchema,
  pictures: picturesSchema,
  'quote-steps': quoteStepsSchema,
  trust: trustSchema,
  announcement: announcementSchema,
  answers: answersSchema,
  'review-request': reviewRequestSchema,
  redirects: redirectsSchema,
  services: serviceGroupsSchema,
  towns: townOrderSchema,
  'pages/home': homeSchema,
  'pages/about': aboutSchema,
  'pages/contact': contactSchema,
  'pages/not-found': notFoundSchema,
  'pages/privacy-policy': pageSchema,
  'pages/terms': pageSchema,
} as const

/** What stands in for a document that folders from before it lack. */
export const laterDocuments: Partial<Record<keyof typeof documentSchemas, unknown>> = {
  answers: { templates: [] },
  mark: plainMark,
  'review-request': noReviewRequests,
}

/** Of these there are as many as the firm has. */
export const collectionSchemas = { services: servicePageSchema, towns: townSchema } as const

export type DocumentKey = keyof typeof documentSchemas
export type CollectionName = keyof typeof collectionSchemas

export type FirmDocuments = {
  [Key in DocumentKey]: v.InferOutput<(typeof documentSchemas)[Key]>
}

/** A firm's documents by key, each checked by its schema. */
export type Documents = ReadonlyMap<string, unknown>

export function schemaOf(key: string): v.GenericSchema | undefined {
  if (Object.hasOwn(documentSchemas, key)) return documentSchemas[key as DocumentKey]
  const [collection = '', slug = '', ...rest] = key.split('/')
  const isInCollection = Object.hasOwn(collectionSchemas, collection)
  if (!isInCollection || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || rest.length > 0) return undefined
  return collectionSchemas[collection as CollectionName]
}
