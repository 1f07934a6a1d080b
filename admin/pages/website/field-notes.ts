// What is good to know beside a field, though nothing is wrong: how well colours can be read, and what
// stands for the words in braces.
import * as v from 'valibot'
import { type PlaceholderName, placeholdersIn } from '#content/fill-in.ts'
import { formatRatio, lookSchema, textContrasts } from '#content/look.ts'
import { isEmailText } from './documents.ts'
import { type Path, valueAt } from './values.ts'

export function notesFor(key: string, body: unknown): (path: Path) => string | undefined {
  if (key === 'look') return contrastNotes(body)
  // These have placeholders of their own, which their help names.
  if (isEmailText(key)) return () => undefined
  return (path) => {
    const text = valueAt(body, path)
    const names = typeof text === 'string' ? placeholdersIn(text) : []
    return names.map((name) => `{${name}} shows ${meanings[name]}`).join(' · ') || undefined
  }
}

const meanings: Record<PlaceholderName, string> = {
  company: 'the company name',
  phone: 'the telephone number',
  email: 'the email address',
  towns: 'the names of all towns',
  retention: 'how long enquiries are kept',
  updated: 'the date of “Last reviewed on”',
}

function contrastNotes(body: unknown): (path: Path) => string | undefined {
  const look = v.safeParse(lookSchema, body)
  const contrasts = look.success ? textContrasts(look.output) : []
  return ([field]) => {
    const own = contrasts
      .filter(({ colour, ratio, minRatio }) => colour === field && ratio >= minRatio)
      .map(({ short, ratio }) => `${short} ${formatRatio(ratio)}`)
    return own.length > 0 ? `Easy to read, by contrast: ${own.join(', ')}` : undefined
  }
}
