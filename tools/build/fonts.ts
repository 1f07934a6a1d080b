// Subsets the two typefaces to the characters of Western European names and the weights of the
// design. Done at build time, from the complete fonts in their packages.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { generatedFiles } from './generated-files.ts'

interface Face {
  name: string
  family: string
  source: string
  axes: Record<string, number | { min: number; max: number }>
  weight: string
}

const faces: Face[] = [
  {
    name: 'heading',
    family: 'Bricolage Grotesque',
    source:
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-SUBSET-wght-normal.woff2',
    axes: { wght: 700 },
    weight: '700',
  },
  {
    name: 'text',
    family: 'Figtree',
    source: '@fontsource-variable/figtree/files/figtree-SUBSET-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    weight: '400 700',
  },
]

/** Latin-1 and punctuation are preloaded; Latin Extended-A loads only when a name needs it. */
const subsets = {
  latin: {
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0xff],
      [0x2010, 0x2026],
      [0x2030, 0x203a],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
      [0x2190, 0x2193],
      [0x2605, 0x2606],
    ],
    unicodeRange: 'U+0-FF,U+2010-203A,U+20AC,U+2122,U+2190-2193,U+2605-2606',
  },
  'latin-ext': { ranges: [[0x100, 0x17f]], unicodeRange: 'U+100-17F' },
} as const

export function fonts(): Plugin {
  return generatedFiles('fonts', async () => {
    const made = await Promise.all(
      faces.flatMap((face) =>
        (Object.keys(subsets) as (keyof typeof subsets)[]).map((subset) => makeFace(face, subset)),
      ),
    )
    return {
      files: made,
      exports: {
        fontFaces: made.map(({ css }) => css).join(''),
        fontPreloads: made.filter(({ isFirst }) => isFirst).map(({ fileName }) => `/${fileName}`),
      },
    }
  })
}

async function makeFace(face: Face, subset: keyof typeof subsets) {
  const source = createRequire(import.meta.url).resolve(face.source.replace('SUBSET', subset))
  const { ranges, unicodeRange } = subsets[subset]
  const text = ranges.map(([from, to]) => characters(from, to)).join('')
  const bytes = await subsetFont(await readFile(source), text, {
    targetFormat: 'woff2',
    variationAxes: face.axes,
  })
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const fileName = `assets/fonts/${face.name}-${subset}-${hash}.woff2`
  const css = `@font-face{font-family:"${face.family}";font-weight:${face.weight};font-display:swap;src:url(/${fileName})format("woff2");unicode-range:${unicodeRange}}`
  return { fileName, bytes, css, isFirst: subset === 'latin' }
}

function characters(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')
}
