// Replaces the placeholders in texts: `{company}`, `{phone}`, `{email}`, `{towns}`, `{retention}` (how
// long enquiries are kept) and, on a page with a date, `{updated}`.
import type { CompanyProfile } from './company.ts'
import { longDate } from './long-date.ts'

export interface Facts {
  company: CompanyProfile
  /** Their names, in order. */
  towns: readonly string[]
}

/** Made only when they are asked for: a site has thousands of texts, and a date takes long to format. */
const values = {
  company: ({ company }) => company.name,
  // On one line: half a number cannot be read out.
  phone: ({ company }) => company.phone.replaceAll(' ', '\u00a0'),
  email: ({ company }) => company.email,
  towns: ({ towns }) => towns.join(', '),
  retention: ({ company }) => formatMonths(company.retentionMonths),
  updated: (_, updated) => updated && longDate(updated),
} satisfies Record<string, (facts: Facts, updated: string) => string>

export function fillIn(text: string, facts: Facts, updated = ''): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (written, name) =>
    isPlaceholder(name) ? values[name](facts, updated) : written,
  )
}

export type PlaceholderName = keyof typeof values
const isPlaceholder = (name: string): name is PlaceholderName => Object.hasOwn(values, name)

/** Each once. */
export function placeholdersIn(text: string): PlaceholderName[] {
  const names = [...text.matchAll(/\{([a-z]+)\}/g)].map(([, name = '']) => name)
  return [...new Set(names)].filter(isPlaceholder)
}

/** Keeps object identity: a page in a group is the same object as in the list of all pages. */
export function fillInAll<Content>(content: Content, facts: Facts): Content {
  const filled = new Map<object, unknown>()
  const fill = (value: unknown, updated: string): unknown => {
    if (typeof value === 'string') return fillIn(value, facts, updated)
    if (typeof value !== 'object' || value === null) return value
    if (!filled.has(value)) {
      const dated = 'updated' in value ? String(value.updated) : updated
      filled.set(
        value,
        Array.isArray(value)
          ? value.map((item) => fill(item, dated))
          : Object.fromEntries(
              Object.entries(value).map(([key, item]) => [key, fill(item, dated)]),
            ),
      )
    }
    return filled.get(value)
  }
  return fill(content, '') as Content
}

/** Names in braces that stand for nothing. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !isPlaceholder(name))
}

function formatMonths(months: number): string {
  return months === 1 ? 'one month' : `${months} months`
}
