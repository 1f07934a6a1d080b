// Where an enquiry comes from, as far as its fields tell. What is near is the company's to say.
import { readPostcode } from '#schemas/postcode.ts'
import type { Origin } from './facts.ts'

/** Where the company works. */
export interface Area {
  outwardCodes: string[]
  towns: string[]
}

export interface EnquiryFields {
  name: string
  phone: string
  address: string
}

export function originOf({ name, phone, address }: EnquiryFields, area: Area): Origin {
  return {
    name,
    place: placeOf(address, area),
    isForeignPhone: /^\s*(?:\+|00)(?!\s?44)/.test(phone),
  }
}

function placeOf(address: string, { outwardCodes, towns }: Area): Origin['place'] {
  const typed = address.toLowerCase()
  if (towns.some((town) => typed.includes(town.toLowerCase()))) return 'near'
  const within = /[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}\b/i.exec(address)?.[0] ?? ''
  const postcode = readPostcode(address) ?? readPostcode(within)
  if (!postcode) return 'none'
  // WR5 is near when WR14 is: both are of the same post town's area.
  const areaOf = (outward: string) => outward.replace(/\d.*/, '')
  const isNear = outwardCodes.some((code) => areaOf(code) === areaOf(postcode.outward))
  return isNear ? 'near' : 'far'
}
