// Replaces the placeholders in texts: `{company}`, `{phone}`, `{email}`, `{retention}` (how long
// enquiries are kept) and, on a page with a date, `{updated}`.
import type { CompanyProfile } from './company.ts'
import { longDate } from './long-date.ts'

export const placeholders = ['company', 'phone', 'email', 'retention', 'updated'] as const
export type Placeholder = (typeof placeholders)[number]

export function fillIn(text: string, company: CompanyProfile, updated = ''): string {
  const values: Record<Placeholder, string> = {
    company: company.name,
    phone: company.phone,
    email: company.email,
    retention: formatMonths(company.retentionMonths),
    updated: updated && longDate(updated),
  }
  return text.replaceAll(/\{([a-z]+)\}/g, (written, name) => values[name as Placeholder] ?? written)
}

/** Keeps object identity: a page in a group is the same object as in the list of all pages. */
export function fillInAll<Content>(content: Content, company: CompanyProfile): Content {
  const filled = new Map<object, unknown>()
  const fill = (value: unknown, updated: string): unknown => {
    if (typeof value === 'string') return fillIn(value, company, updated)
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
  const known: readonly string[] = placeholders
  return [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !known.includes(name))
}

function formatMonths(months: number): string {
  return months === 1 ? 'one month' : `${months} months`
}
