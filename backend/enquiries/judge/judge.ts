// Is this an enquiry or somebody's advertising? Adds up signs for and against. What a customer's
// message shows counts against every suspicion; weak signs never decide alone.
import type { Enquiry } from '#schemas/enquiry.ts'
import { readPostcode } from '#schemas/postcode.ts'
import { customer } from './customer.ts'
import { measure } from './form.ts'
import { blatant, trades } from './pitches.ts'
import { offering, persuading } from './seller.ts'
import { shown } from './sign.ts'
import { sellerLikeness } from './wording.ts'

export interface Evidence {
  enquiry: Pick<Enquiry, 'name' | 'email' | 'phone' | 'address' | 'service' | 'message'>
  isTrapped: boolean
  filledInMs: number | undefined
  /** How many others have sent exactly these words lately. */
  sameWordsFromOthers: number
  isEmailTooOften: boolean
}

interface Finding {
  reason: string
  weight: number
}

/** Together the findings must weigh this much; less when nothing in it sounds like a customer. */
const enough = 2.5
const enoughWithoutCustomer = 2
/**
 * From messages kept out of the teaching: above the first hardly anybody but sellers, above the second
 * mostly, which confirms other signs; below the last, customers whom a list of signs misreads.
 */
const worded = { asSeller: 3, rather: 1.5, asCustomer: -1 }
/** A script fills a form faster; so does a browser's autofill, which makes it a weak sign. */
const quickMs = 3_000

/** The reasons to take it for spam; none when it is an enquiry. */
export function judge(evidence: Evidence): string[] {
  const { isTrapped, isEmailTooOften } = evidence
  const certain: string[] = []
  if (isTrapped) certain.push('The hidden field was filled')
  if (isEmailTooOften) certain.push('Too many enquiries from this email address')
  const trust = customerTrust(evidence)
  const strong = [...sellerFindings(evidence), ...formFindings(evidence)]
  // Somebody who sounds like a customer is not tipped over by a link or by typing fast.
  const weak = trust > 0 ? [] : weakFindings(evidence)
  const total = weigh(strong) + weigh(weak) - trust
  const isSuspect = strong.length > 0 && total >= (trust > 0 ? enough : enoughWithoutCustomer)
  return isSuspect ? [...certain, ...[...strong, ...weak].map(({ reason }) => reason)] : certain
}

const weigh = (findings: Finding[]) => findings.reduce((sum, { weight }) => sum + weight, 0)
const say = ({ reason, weight }: Finding) => ({ reason: `It ${reason}`, weight })

/** What the signs say and what the wording says, which know different sellers. */
function sellerFindings(evidence: Evidence): Finding[] {
  const likeness = sellerLikeness(evidence.enquiry.message)
  if (likeness < worded.asCustomer) return []
  const wording = { reason: 'It is worded as sellers write', weight: 2 }
  if (likeness >= worded.asSeller) return [...pitchFindings(evidence), { ...wording, weight: 3.5 }]
  const signs = pitchFindings(evidence)
  return likeness >= worded.rather && signs.length > 0 ? [...signs, wording] : signs
}

function pitchFindings({ enquiry }: Evidence): Finding[] {
  const text = `${enquiry.message}\n${enquiry.name}`
  const worst = shown(blatant, text)
  const offers = [...shown(trades, text), ...shown(offering, enquiry.message)]
  const manners = shown(persuading, enquiry.message)
  // Anybody may mention marketing, or say "your company": only several such signs make a pitch.
  const isFromNowhere = !isBritishPlace(enquiry.address) && measure(enquiry.message).links > 0
  const signs = offers.length + manners.length + (isFromNowhere ? 1 : 0)
  const isOffering = offers.length > 0 || isFromNowhere
  const isSelling = worst.length > 0 || (isOffering && signs >= (offers.length > 0 ? 2 : 3))
  return isSelling ? [...worst, ...offers, ...manners].map(say) : []
}

function formFindings({ enquiry }: Evidence): Finding[] {
  const { message, name } = enquiry
  const form = measure(message)
  const isElsewhere = !isBritishPlace(enquiry.address)
  const found: Finding[] = []
  const add = (reason: string, weight: number) => found.push({ reason, weight })
  const isPlain = form.markupLinks < 2 && !isElsewhere
  if (form.markupLinks > 0) add('It carries links as markup', isPlain ? 0.5 : 3)
  if (form.probes > 1) add('It probes the form', 4)
  if (form.links > 0 && form.words < 2) add('It is a link and hardly anything else', 3)
  if (form.links >= 4) add('It carries many links', 1.5)
  if (form.hasShortener) add('It hides where a link leads', 1.5)
  if (form.repeats) add('It repeats the same words', isElsewhere ? 3 : 1.5)
  if (form.isNoise) add('It is made of letters, not words', isElsewhere ? 3 : 1.5)
  if (form.isLeet) add('It writes figures for letters', 3)
  const isForeign = form.foreignShare > 0.5 || form.isOtherLanguage
  if (isForeign && isElsewhere) add('It is not in English and comes from elsewhere', 3)
  if (isSame(name, message)) add('Its message is the sender’s name', 3)
  if (
    isElsewhere &&
    /\b(know|scire|tell|wissen|saber)\b.{0,20}\b(price|pretium|preis|präis|precio)/i.test(message)
  ) {
    add('It asks for a price, of nothing, from nowhere', 3)
  }
  return found
}

function weakFindings({ enquiry, filledInMs, sameWordsFromOthers }: Evidence): Finding[] {
  const { links, capitals } = measure(enquiry.message)
  const found: Finding[] = []
  if (links > 0) found.push({ reason: 'It carries a link', weight: 1 })
  if (!isBritishPlace(enquiry.address)) {
    found.push({ reason: 'Its postcode is none', weight: 1 })
  }
  if (capitals > 0.6) found.push({ reason: 'It shouts', weight: 0.5 })
  if (filledInMs !== undefined && filledInMs < quickMs) {
    found.push({ reason: 'The form was filled very fast', weight: 0.5 })
  }
  if (sameWordsFromOthers >= 3) {
    found.push({ reason: 'Others have sent exactly the same words', weight: 1 })
  }
  return found
}

function customerTrust({ enquiry }: Evidence): number {
  return shown(customer, enquiry.message).reduce((sum, { weight }) => sum + weight, 0)
}

/** A postcode, or a place name where people type one instead. */
function isBritishPlace(address: string): boolean {
  if (readPostcode(address)) return true
  const word = address.trim().toLowerCase()
  return localPlaces.some((place) => word.includes(place))
}

const localPlaces = [
  'worcester',
  'malvern',
  'hereford',
  'droitwich',
  'pershore',
  'evesham',
  'ledbury',
  'bromyard',
  'leominster',
  'ross',
  'kington',
  'tenbury',
  'upton',
  'broadway',
  'bewdley',
  'stourport',
  'kidder',
  'redditch',
  'bromsgr',
  'tewkes',
]

function isSame(name: string, message: string): boolean {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
  return bare(name) !== '' && bare(name) === bare(message)
}
