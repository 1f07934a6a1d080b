// What the words of an enquiry show by themselves, however it came: signs of selling, of a form
// filled by a program, of a customer.
import type { Enquiry } from '#schemas/enquiry.ts'
import { readPostcode } from '#schemas/postcode.ts'
import { blatant } from './blatant.ts'
import { customer } from './customer.ts'
import { type Measures, measure } from './form.ts'
import { trades } from './pitches.ts'
import { offering, persuading } from './seller.ts'
import { shown } from './sign.ts'
import { sellerLikeness } from './wording.ts'

export type Words = Pick<Enquiry, 'name' | 'address' | 'message'>

export interface Finding {
  reason: string
  weight: number
}

export interface Impression {
  strong: Finding[]
  weak: Finding[]
  /** How much it is worded as sellers write, or below 0 as customers do. */
  wording: number
  /** How much it sounds like a customer. */
  trust: number
}

/** A form's message with what was measured of it, once. */
interface Read extends Words {
  form: Measures
  isElsewhere: boolean
}

/** The wording alone outweighs any two signs of the other side, and no more. */
const maxWording = 5

export function impressionOf({ name, address, message }: Words): Impression {
  const form = measure(message)
  const read = { name, address, message, form, isElsewhere: !isBritishPlace(address) }
  return {
    strong: [...pitchFindings(read), ...formFindings(read)],
    weak: weakFindings(read),
    wording: Math.max(-maxWording, Math.min(maxWording, sellerLikeness(message))),
    trust: shown(customer, message.toLowerCase()).reduce((sum, { weight }) => sum + weight, 0),
  }
}

const say = ({ reason, weight }: Finding) => ({ reason: `It ${reason}`, weight })

function pitchFindings({ name, message, form, isElsewhere }: Read): Finding[] {
  const said = message.toLowerCase()
  const text = `${said}\n${name.toLowerCase()}`
  const worst = shown(blatant, text)
  const offers = [...shown(trades, text), ...shown(offering, said)]
  const manners = shown(persuading, said)
  // Anybody may mention marketing, or say "your company": only several such signs make a pitch.
  const isFromNowhere = isElsewhere && form.links > 0
  const signs = offers.length + manners.length + (isFromNowhere ? 1 : 0)
  const isOffering = offers.length > 0 || isFromNowhere
  const isSelling = worst.length > 0 || (isOffering && signs >= (offers.length > 0 ? 2 : 3))
  return isSelling ? [...worst, ...offers, ...manners].map(say) : []
}

function formFindings({ name, message, form, isElsewhere }: Read): Finding[] {
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

function weakFindings({ form: { links, capitals }, isElsewhere }: Read): Finding[] {
  const found: Finding[] = []
  if (links > 0) found.push({ reason: 'It carries a link', weight: 1 })
  if (isElsewhere) found.push({ reason: 'Not a UK postcode', weight: 1 })
  if (capitals > 0.6) found.push({ reason: 'It shouts', weight: 0.5 })
  return found
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
