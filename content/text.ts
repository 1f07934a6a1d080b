// The kinds of text that content is made of, with the limits that keep a page in shape.
import * as v from 'valibot'

const isPrintable = (text: string) =>
  [...text].every((character) => {
    const code = character.codePointAt(0) ?? 0
    return code >= 0x20 && code !== 0x7f
  })

/** A text without line breaks. Markup is text like any other: pages escape it. */
export const text = (max: number, min = 1) =>
  v.pipe(
    v.string('must be a text'),
    v.trim(),
    v.check(isPrintable, 'must be one line without control characters'),
    v.check(
      (value) => [...value].length >= min,
      min === 1 ? 'is empty' : `has fewer than ${min} characters`,
    ),
    v.check((value) => [...value].length <= max, `has more than ${max} characters`),
    // For the dashboard and for editors of files, which cannot see into a check.
    v.metadata({ minLength: min, maxLength: max }),
  )

/** A name in menus, chips and lists. */
export const name = text(60)
export const heading = text(90)
/** A sentence or two. */
export const line = text(400)
export const paragraph = text(1_500)

/** A path of this site, such as /landscaping/patios. */
export const path = v.pipe(
  text(120),
  v.regex(
    /^\/([a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*)?$/,
    'must be a path such as /landscaping/patios, of small letters, digits and hyphens',
  ),
)

/** The name of a document's file, and of a picture. */
export const slug = v.pipe(
  text(60),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens'),
)

export const isoDate = v.pipe(text(10), v.isoDate('must be a date such as 2026-11-16'))

export const list = <Item extends v.GenericSchema>(
  item: Item,
  max: number,
  min = 0,
  tooFew = `needs at least ${min === 1 ? 'one entry' : `${min} entries`}`,
) =>
  v.pipe(
    v.array(item, 'must be a list'),
    v.minLength(min, tooFew),
    v.maxLength(max, `has more than ${max} entries`),
  )
