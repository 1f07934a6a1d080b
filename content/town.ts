// A town's landing page. No two towns share their body copy.
import * as v from 'valibot'
import { placeSchema } from './map.ts'
import { pageHeadSchema, pictureLayoutSchema, pointSchema } from './page.ts'
import { reasonSchema } from './service.ts'
import { heading, line, list, name, paragraph, slug, text } from './text.ts'

/** Names on a town's map. Places and postcodes are among its chips; villages are not. */
const mapLabelSchema = v.strictObject({
  name,
  kind: v.picklist(['town', 'place', 'village', 'postcode', 'area', 'river', 'hill']),
  at: placeSchema,
  /** Of its dot. */
  side: v.exactOptional(v.picklist(['left', 'right', 'above', 'below'])),
})
export type MapLabel = v.InferOutput<typeof mapLabelSchema>

const townMapSchema = v.strictObject({
  centre: placeSchema,
  /** Degrees of longitude from the left edge to the right. */
  across: v.pipe(v.number(), v.minValue(0.02), v.maxValue(2)),
  labels: list(mapLabelSchema, 60),
})

const gridSquare = v.pipe(
  text(20),
  v.regex(/^[A-Z]{2} \d\d \d\d$/, 'must be a grid square such as SO 84 55'),
)

/** In units of the map, which is 760 wide. */
const offset = v.pipe(v.number(), v.minValue(-80), v.maxValue(80))

const headedText = v.strictObject({ heading, text: paragraph })

export const townSchema = v.strictObject({
  ...pageHeadSchema.entries,
  county: name,
  /** The town's Ordnance Survey grid square, such as SO 84 55. */
  gridSquare: v.exactOptional(gridSquare),
  latitude: v.number(),
  longitude: v.number(),
  /** Postcode districts and places shown like map labels. */
  chips: list(name, 30),
  intro: v.strictObject({ heading, paragraphs: list(paragraph, 10, 1) }),
  /** The texts of the service cards, by the group's overview page. */
  services: v.record(slug, line),
  /** What follows the introduction; the order of the rest goes by it too. */
  opensWith: v.picklist(['services', 'map', 'ground']),
  /** What the ground asks for, with a picture that no other town shows. */
  ground: v.strictObject({
    heading,
    text: paragraph,
    picture: slug,
    layout: pictureLayoutSchema,
    services: list(reasonSchema, 8),
  }),
  map: v.exactOptional(townMapSchema),
  /** Its name on the map of the whole area, if beside its dot it would overlap a river or leave the map. */
  areaLabel: v.exactOptional(
    v.strictObject({ dx: offset, dy: offset, anchor: v.picklist(['start', 'middle', 'end']) }),
  ),
  /** Words in a review that make it fit this town. */
  reviewWords: list(name, 30),
  whyChooseUs: list(pointSchema, 8),
  coverage: headedText,
  /** Its picture is one that the page has not shown. */
  closing: v.strictObject({ ...headedText.entries, picture: v.exactOptional(slug) }),
})
export type Town = v.InferOutput<typeof townSchema>

/** The towns in the order of menus, map and sitemap, by their files. */
export const townOrderSchema = v.strictObject({ towns: list(slug, 200) })
