// The one place that knows who the company is. Everything else asks for a profile, so a real
// company rebrands here or by environment and no page keeps a trace of the demo identity.

export interface CompanyProfile {
  name: string
  phone: string
  email: string
  county: string
  town: string
  /** Personal data of enquiries is erased after this many months. */
  retentionMonths: number
}

/** Phone from Ofcom's range for fiction, email on a reserved domain: neither can reach anybody. */
export const demoCompany: CompanyProfile = {
  name: 'Hopyard Gardens & Grounds',
  phone: '01632 960123',
  email: 'office@hopyard.example',
  county: 'Worcestershire',
  town: 'Worcester',
  retentionMonths: 24,
}

/**
 * Copy names the company by `{company}`, `{phone}` and `{email}`, and how long it keeps enquiries by
 * `{retention}`; this puts the real ones in.
 */
export function fillIn(text: string, company: CompanyProfile): string {
  return text
    .replaceAll('{company}', () => company.name)
    .replaceAll('{phone}', () => company.phone)
    .replaceAll('{email}', () => company.email)
    .replaceAll('{retention}', () => formatMonths(company.retentionMonths))
}

function formatMonths(months: number): string {
  return months === 1 ? 'one month' : `${months} months`
}
