// The person to search for, and the texts for what was found.
export type PersonIdentifier = { email: string } | { phone: string }

export interface Counts {
  enquiries: number
  notes: number
  messages: number
  calls: number
  visits: number
  deliveries: number
  photos: number
  attachments: number
  outbox_copies: number
  activity_lines: number
}

export interface FoundPerson extends ErasedPerson {
  /** That the enquiries are in, each once: several people may share a number. */
  names: string[]
}

export interface ErasedPerson {
  counts: Counts
  account: { id: string; email: string | null; full_name: string | null; roles: string[] } | null
  /** Null when the product takes no backups of its own. */
  backups: { days: number; until: string } | null
}

/** With an @ it is an email address, otherwise a telephone number. */
export function readPerson(typed: string): PersonIdentifier {
  const text = typed.trim()
  return text.includes('@') ? { email: text } : { phone: text }
}

export const formatPerson = (person: PersonIdentifier) =>
  'email' in person ? person.email : person.phone

export const isNothing = (counts: Counts) => Object.values(counts).every((count) => count === 0)

const kinds: [key: keyof Counts, one: string, many: string][] = [
  ['enquiries', '1 enquiry', '# enquiries'],
  ['notes', '1 staff note', '# staff notes'],
  ['messages', '1 message', '# messages'],
  ['calls', '1 call', '# calls'],
  ['visits', '1 visit', '# visits'],
  ['photos', '1 photo', '# photos'],
  ['attachments', '1 attachment', '# attachments'],
  ['deliveries', 'the details of 1 delivery', 'the details of # deliveries'],
  ['outbox_copies', '1 email in the outbox', '# emails in the outbox'],
  [
    'activity_lines',
    'the address or number in 1 activity line',
    'the address or number in # activity lines',
  ],
]

/** `2 enquiries`, `1 staff note`, …; zero counts are left out. */
export function listCounts(counts: Counts): string[] {
  return kinds
    .filter(([key]) => counts[key] > 0)
    .map(([key, one, many]) => (counts[key] === 1 ? one : many.replace('#', String(counts[key]))))
}
