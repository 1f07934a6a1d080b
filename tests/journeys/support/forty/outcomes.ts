// What the office has made of the forty by the evening, and who works on what. The journey does it; what
// digest and figures must say follows from it by `expected-digest.ts` and `expected-figures.ts`.
import type { EnquiryStatus } from '#schemas/enquiry.ts'
import { forty, type Sent } from './enquiries.ts'

export const tuesday = '2027-06-08'
export const wednesday = '2027-06-09'
/** London is an hour ahead of UTC in June. */
export const timeOn = (day: string, clock: string) => `${day}T${clock}:00+01:00`

export type Colleague = 'Sam Field' | 'Robin Hale'
const sam = 'Sam Field'
const robin = 'Robin Hale'

export interface Visit {
  day: string
  clock: string
  minutes: number
  by: Colleague
  address: string
}

export interface Outcome {
  /** New unless it says so. */
  status?: EnquiryStatus
  assigned?: Colleague
  followUp?: string
  visit?: Visit
  quotePence?: number
  wonPence?: number
  lostReason?: string
}

export const outcomes: Record<string, Outcome> = {
  ...spam('casino', 'seo', 'wallet', 'trapped', 'laundry'),
  jeavons: { assigned: robin },
  pugh: { assigned: robin },
  ives: { assigned: robin },
  cole: { status: 'contacted', assigned: sam },
  tranter: { status: 'contacted', assigned: sam, followUp: wednesday },
  shah: booked(sam, wednesday, '10:00', 45, '3 The Tything, WR1 3PT, Worcester'),
  lloyd: booked(robin, wednesday, '14:00', 45, 'HR8 1DL, Ledbury'),
  baker: booked(sam, wednesday, '16:00', 60, 'WR2 4AY, Worcester'),
  powell: booked(sam, '2027-06-10', '09:00', 60, 'WR11 4BG, Evesham'),
  munn: {
    ...booked(robin, tuesday, '14:00', 30, 'WR9 8LW, Droitwich'),
    ...{ status: 'won', quotePence: 125_050, wonPence: 125_000 },
  },
  weaver: { status: 'won', assigned: sam, wonPence: 9_650 },
  nowak: { status: 'won', assigned: sam, quotePence: 48_000, wonPence: 48_000 },
  price: { status: 'quoted', assigned: robin, quotePence: 240_000 },
  ford: { status: 'contacted', followUp: wednesday },
  khan: { status: 'lost', lostReason: 'Chose another firm' },
  styles: { status: 'contacted' },
  hadley: { status: 'lost', assigned: sam, lostReason: 'Outside our area' },
}

function spam(...tags: string[]): Record<string, Outcome> {
  return Object.fromEntries(tags.map((tag) => [tag, { status: 'spam' as const }]))
}

function booked(
  by: Colleague,
  day: string,
  clock: string,
  minutes: number,
  address: string,
): Outcome {
  return { status: 'visit_booked', assigned: by, visit: { day, clock, minutes, by, address } }
}

/** One enquiry in the evening: what was sent, and what was made of it. */
export interface Standing extends Sent, Outcome {
  tag: string
  status: EnquiryStatus
  town: string | undefined
  arrived: Date
  /** By when an answer was promised. */
  due: Date
}

const towns: Record<string, string> = {
  ...{ WR1: 'Worcester', WR2: 'Worcester', WR3: 'Worcester', WR4: 'Worcester', WR5: 'Worcester' },
  ...{ WR9: 'Droitwich', WR10: 'Pershore', WR11: 'Evesham', WR14: 'Malvern' },
  ...{ HR1: 'Hereford', HR2: 'Hereford', HR4: 'Hereford', HR8: 'Ledbury' },
}

export const standings: Standing[] = Object.entries(forty).map(([tag, sent]) => ({
  ...sent,
  ...{ status: 'new' as const, ...outcomes[tag] },
  tag,
  town: towns[sent.address.split(' ')[0] ?? ''],
  arrived: new Date(timeOn(tuesday, sent.at)),
  due: new Date(dueOf(sent.at)),
}))

/** The last minute of 8 to 6 within the 24 hours after its arrival. */
function dueOf(at: string): string {
  if (at < '08:00') return timeOn(tuesday, '18:00')
  return at < '18:00' ? timeOn(wednesday, at) : timeOn(wednesday, '18:00')
}

export const genuine = standings.filter(({ status }) => status !== 'spam')
