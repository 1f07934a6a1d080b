// The logo mark: shapes in a square of 40 by 40. Pages draw it in the colour of the text beside it, icons
// and link previews with a second colour. It is data of shapes, never a file of SVG: what a file may hold
// besides (scripts, links, styles) has no place here.
import * as v from 'valibot'
import type { Look } from './look.ts'

export const markSide = 40
/** Every page holds the mark twice. */
const maxPathLength = 3_000

const numbers = '[\\d\\s.,eE+-]'

const shapeSchema = v.strictObject({
  /** The data of an SVG path. */
  outline: v.pipe(
    v.string('must be the data of an SVG path'),
    v.maxLength(maxPathLength, `has more than ${maxPathLength} characters`),
    v.regex(
      new RegExp(`^[Mm](${numbers}|[MmLlHhVvCcSsQqTtAaZz])+$`),
      'must be the data of an SVG path',
    ),
  ),
  transform: v.exactOptional(
    v.pipe(
      v.string('must be an SVG transform'),
      v.maxLength(500, 'has more than 500 characters'),
      v.regex(
        new RegExp(`^((translate|scale|rotate|matrix|skewX|skewY)\\(${numbers}+\\) ?)+$`),
        'must be an SVG transform',
      ),
    ),
  ),
  /** The width of a line; a shape without one is filled. */
  line: v.exactOptional(v.pipe(v.number(), v.minValue(0.01), v.maxValue(1_000))),
  /** Whether overlapping parts of a filled shape are holes. */
  isEvenOdd: v.exactOptional(v.literal(true)),
  isSecondColour: v.exactOptional(v.literal(true)),
})
export type MarkShape = v.InferOutput<typeof shapeSchema>

export const markSchema = v.strictObject({
  shapes: v.pipe(
    v.array(shapeSchema),
    v.minLength(1, 'needs at least one shape'),
    v.maxLength(30, 'has more than 30 shapes'),
    v.check(
      (shapes) => shapes.reduce((sum, { outline }) => sum + outline.length, 0) <= maxPathLength,
      `has too much detail: at most ${maxPathLength} characters of outlines`,
    ),
  ),
})
export type Mark = v.InferOutput<typeof markSchema>

/** What stands in for a firm without one: a leaf. */
export const plainMark: Mark = {
  shapes: [
    {
      outline:
        'M34 6C16 5 7 13 7 24c0 3 1 6 2 8C14 22 20 16 27 13 20 18 15 25 12 34c15 3 24-8 22-28Z',
    },
  ],
}

/** As SVG elements. */
export function drawMark({ shapes }: Mark, colours: { main: string; second: string }): string {
  return shapes
    .map(({ outline, transform, line, isEvenOdd, isSecondColour }) => {
      const colour = isSecondColour ? colours.second : colours.main
      const paint = line
        ? `fill="none" stroke="${colour}" stroke-width="${line}" stroke-linecap="round"`
        : `fill="${colour}"${isEvenOdd ? ' fill-rule="evenodd"' : ''}`
      return `<path d="${outline}"${transform ? ` transform="${transform}"` : ''} ${paint}/>`
    })
    .join('')
}

export interface Brand {
  look: Pick<Look, 'deep' | 'hivis'>
  mark: Mark
}

/** The mark on a square of the firm's colour, 64 by 64. */
export function drawIcon({ look, mark }: Brand, radius: number): string {
  const shapes = drawMark(mark, { main: '#fff', second: look.hivis })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="${look.deep}"/><g transform="translate(8 8) scale(1.2)">${shapes}</g></svg>\n`
}
