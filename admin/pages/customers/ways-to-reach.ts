// The numbers, addresses and places of a customer's enquiries, each once, the newest first.
import type { Enquiry } from '#schemas/tables.ts'

export interface Way {
  text: string
  /** The newest enquiry that has it. */
  enquiry: string
}

export interface DialledWay extends Way {
  dialled: string
}

export function waysToReach(enquiries: Enquiry[]) {
  const phones = new Map<string, DialledWay>()
  const emails = new Map<string, Way>()
  const places = new Set<string>()
  for (const { id, phone, phone_e164, email, postcode, address, town } of enquiries) {
    if (phone) {
      const dialled = phone_e164 ?? phone.replace(/[^\d+]/g, '')
      if (!phones.has(dialled)) phones.set(dialled, { text: phone, dialled, enquiry: id })
    }
    const key = email?.toLowerCase()
    if (email && key && !emails.has(key)) emails.set(key, { text: email, enquiry: id })
    const place = [postcode ?? address, town].filter(Boolean).join(', ')
    if (place) places.add(place)
  }
  return { phones: [...phones.values()], emails: [...emails.values()], places: [...places] }
}
