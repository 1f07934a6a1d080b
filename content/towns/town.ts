import type { PageHead, Point } from '../page.ts'

export type County = 'Worcestershire' | 'Herefordshire'

/** A town landing page. Every text is written for its town: no two towns share their body copy. */
export interface Town extends PageHead {
  county: County
  /** The Ordnance Survey square the town stands in. */
  gridSquare: string
  latitude: number
  longitude: number
  /** Postcode districts and places shown like map labels. */
  chips: string[]
  intro: { heading: string; paragraphs: string[] }
  /** What the four service cards say here. */
  services: {
    domestic: string
    groundsMaintenance: string
    landscaping: string
    pressureWashing: string
  }
  /** The paths of the sub-services that the town's own words name. */
  alsoHere: string[]
  whyChooseUs: Point[]
  coverage: { heading: string; text: string }
  closing: { heading: string; text: string }
}
