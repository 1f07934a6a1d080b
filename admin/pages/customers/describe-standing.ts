// "3rd enquiry, won twice".
import type { EnquiryStanding } from '#schemas/tables.ts'

export function describeStanding({
  place,
  enquiries,
  won,
}: Pick<EnquiryStanding, 'place' | 'enquiries' | 'won'>): string {
  if (enquiries === 1) return 'First enquiry'
  const which =
    place === enquiries
      ? `${ordinal(place)} enquiry`
      : `${ordinal(place)} of ${enquiries.toLocaleString('en-GB')} enquiries`
  return won === 0 ? which : `${which}, won ${times(won)}`
}

export function times(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count.toLocaleString('en-GB')} times`
}

const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

const ordinal = (place: number) =>
  `${place.toLocaleString('en-GB')}${endings[rules.select(place)] ?? 'th'}`
