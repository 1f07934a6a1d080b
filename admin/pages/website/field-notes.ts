// What is good to know beside a field, though nothing is wrong: how well colours can be read.
import * as v from 'valibot'
import { formatRatio, lookSchema, textContrasts } from '#content/look.ts'
import type { Path } from './values.ts'

export function notesFor(key: string, body: unknown): (path: Path) => string | undefined {
  const look = key === 'look' ? v.safeParse(lookSchema, body) : undefined
  const contrasts = look?.success ? textContrasts(look.output) : []
  return ([field]) => {
    const own = contrasts
      .filter(({ colour, ratio, least }) => colour === field && ratio >= least)
      .map(({ short, ratio }) => `${short} ${formatRatio(ratio)}`)
    return own.length > 0 ? `Contrast: ${own.join(', ')}` : undefined
  }
}
