import { type CompanyProfile, fillIn } from '#content/company.ts'

/** Puts the company into every text of a piece of content. */
export function fillInAll<Content>(content: Content, company: CompanyProfile): Content {
  return fill(content, company) as Content
}

function fill(value: unknown, company: CompanyProfile): unknown {
  if (typeof value === 'string') return fillIn(value, company)
  if (Array.isArray(value)) return value.map((item) => fill(item, company))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, company)]))
}
