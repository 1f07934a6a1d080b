// Draws text as outlines, so that images made at build time need no installed font.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'

export interface TextOutlines {
  /** An SVG path for each line, from the top downwards. */
  lines(text: string, options: { size: number; maxWidth: number; x: number; y: number }): string
  lineCount(text: string, options: { size: number; maxWidth: number }): number
}

const lineHeight = 1.08
/** All characters that a title may contain. */
const characters = [
  ...Array.from({ length: 0x250 - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)),
  ...'‘’“”–—…',
].join('')

export async function headingOutlines(): Promise<TextOutlines> {
  const file = createRequire(import.meta.url).resolve(
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  )
  const bold = await subsetFont(await readFile(file), characters, {
    targetFormat: 'sfnt',
    variationAxes: { wght: 700 },
  })
  const font = create(bold) as Font
  const scaleFor = (size: number) => size / font.unitsPerEm
  const widthOf = (text: string, size: number) =>
    font.layout(text).advanceWidth * scaleFor(size) - text.length * size * tracking

  function wrap(text: string, size: number, maxWidth: number): string[] {
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const last = lines.at(-1)
      const together = last === undefined ? word : `${last} ${word}`
      if (last !== undefined && widthOf(together, size) <= maxWidth)
        lines[lines.length - 1] = together
      else lines.push(word)
    }
    return lines
  }

  return {
    lineCount: (text, { size, maxWidth }) => wrap(text, size, maxWidth).length,
    lines(text, { size, maxWidth, x, y }) {
      const scale = scaleFor(size)
      return wrap(text, size, maxWidth)
        .map((line, row) => {
          let at = x
          const baseline = y + row * size * lineHeight
          const run = font.layout(line)
          return run.glyphs
            .map((glyph, i) => {
              const path = `<path transform="translate(${at.toFixed(1)} ${baseline.toFixed(1)}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`
              at += (run.positions[i]?.xAdvance ?? 0) * scale - size * tracking
              return path
            })
            .join('')
        })
        .join('')
    },
  }
}

/** The design's letter spacing of headings is tight. */
const tracking = 0.025
