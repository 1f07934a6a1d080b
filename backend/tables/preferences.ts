// The Prefer header. https://docs.postgrest.org/en/v13/references/api/preferences.html
import { invalidPreferences } from './problems.ts'

const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const

type Choices = { [Name in keyof typeof choices]?: (typeof choices)[Name][number] }

export interface Preferences extends Choices {
  timezone?: string
  maxAffected?: number
  /** Unknown preferences; an error with `handling=strict`. */
  unknown: string[]
}

/** There are eight preferences; a longer list is not parsed further. */
const maxPreferences = 32

export function readPreferences(header: string | null): Preferences {
  const preferences: Preferences = { unknown: [] }
  const parts = (header ?? '').split(',', maxPreferences).map((part) => part.trim())
  for (const text of parts) {
    if (text && !readOne(preferences, text)) preferences.unknown.push(text)
  }
  if (preferences.handling === 'strict' && preferences.unknown.length > 0) {
    throw invalidPreferences(preferences.unknown)
  }
  return preferences
}

/** The first of repeated preferences counts. */
function readOne(preferences: Preferences, text: string): boolean {
  const [name = '', value = ''] = text.split('=')
  if (name === 'timezone') {
    // Checking a zone is slow, and a header has room for a thousand.
    if (preferences.timezone !== undefined) return true
    if (!isTimeZone(value)) return false
    preferences.timezone = value
    return true
  }
  if (name === 'max-affected') {
    if (!/^\d{1,15}$/.test(value)) return false
    preferences.maxAffected ??= Number(value)
    return true
  }
  return (Object.keys(choices) as (keyof typeof choices)[]).some(
    (choice) => choice === name && choose(preferences, choice, value),
  )
}

function choose(preferences: Choices, name: keyof typeof choices, value: string): boolean {
  const options: readonly string[] = choices[name]
  if (!options.includes(value)) return false
  if (preferences[name] === undefined) Object.assign(preferences, { [name]: value })
  return true
}

/** From JavaScript: reading PostgreSQL's own list takes 50 ms or more. */
const knownZones = new Set(Intl.supportedValuesOf('timeZone')).add('UTC').add('GMT')

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true
  if (!/^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The Preference-Applied header, limited to `names`. */
export function appliedPreferences(
  preferences: Preferences,
  names: readonly (keyof typeof choices | 'timezone' | 'max-affected')[],
): string | undefined {
  const inOrder = ['resolution', 'missing', 'return', 'count', 'tx', 'handling'] as const
  const applied: string[] = inOrder
    .filter((name) => names.includes(name) && preferences[name] !== undefined)
    .map((name) => `${name}=${preferences[name]}`)
  if (preferences.timezone !== undefined) applied.push(`timezone=${preferences.timezone}`)
  const { maxAffected, handling } = preferences
  if (names.includes('max-affected') && handling === 'strict' && maxAffected !== undefined) {
    applied.push(`max-affected=${maxAffected}`)
  }
  return applied.length > 0 ? applied.join(', ') : undefined
}
