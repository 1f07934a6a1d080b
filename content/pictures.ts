// The pictures of the site, with their alternative texts.
import * as v from 'valibot'
import { slug, text } from './text.ts'

export const maxZoom = 400
const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100))

const pictureSchema = v.strictObject({
  alt: text(300, 5),
  /** Scenes fill a hero edge to edge; miniatures stand on a stone-grey ground. */
  family: v.picklist(['scene', 'miniature']),
  /** The crop it is made in, if it is never a hero. */
  shape: v.exactOptional(v.picklist(['model', 'panorama'])),
  /**
   * The subject of a scene, in per cent from the left and the top. Crops keep it, and a hero places it
   * beside its form.
   */
  focus: v.exactOptional(v.tuple([percent, percent])),
  /** How much larger than whole an owner's photograph is shown, in per cent: the rest is cut off. */
  zoom: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(maxZoom))),
  /** The owner's photograph that is shown instead of the shipped picture. */
  upload: v.exactOptional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'is no upload'))),
})
export type Picture = v.InferOutput<typeof pictureSchema>

export const picturesSchema = v.record(slug, pictureSchema)
export type Pictures = v.InferOutput<typeof picturesSchema>

/** The crop that is shown outside of heroes. */
export function cutOf({ shape }: Pick<Picture, 'shape'>): 'wide' | 'model' | 'panorama' {
  return shape ?? 'wide'
}

/** Of a draft, which may be unfinished: what can be read of it. */
export function readPictures(body: unknown): Pictures {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, one]) => {
      const checked = v.safeParse(pictureSchema, one)
      return checked.success ? [[name, checked.output]] : []
    }),
  )
}
