// Plain facts about an enquiry, beside its words: where it comes from, what it carries, how it is made.
import type { Trick } from './see-through.ts'

export interface Origin {
  name: string
  /** Where the postcode lies; `none`: what was typed is no UK postcode. */
  place: 'near' | 'far' | 'none'
  /** A number outside the country, with its code. */
  isForeignPhone: boolean
}

/** What staff read for a fact that weighed. */
export const factReasons = {
  'link any': 'It has a link',
  'link many': 'It has many links',
  'link only': 'It is little more than a link',
  'link markup': 'It has links as markup',
  'trick any': 'It hides its words',
  'trick many': 'It hides its words',
  code: 'It looks like computer code',
  noise: 'It is not made of words',
  repeats: 'It repeats itself',
  'same as name': 'The message is the sender’s name',
  'place far': 'The postcode is outside the area',
  'place none': 'There is no UK postcode',
  'phone foreign': 'The telephone number is from abroad',
  'foreign from afar': 'It is in another language and from elsewhere',
  messenger: 'It leads to a messenger app',
  shouts: 'It is written in capitals',
} as const

export type Fact = keyof typeof factReasons

const link =
  /https?:\/\/[^\s<>"\]]+|(?<![@\w.-])(?:www\.)?[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|net|org|io|info|biz|xyz|top|shop|site|online|club|ru|cn|link|click|live|app|store|ly|me|co|uk|eu|de|ai|example|test)\b(?:\/[^\s<>"\]]*)?/gi

export function withoutLinks(text: string): string {
  return text.replaceAll(link, ' ')
}

export function factsOf(text: string, written: string, tricks: Trick[], origin: Origin): Fact[] {
  const facts: Fact[] = []
  const add = (is: boolean, fact: Fact) => void (is && facts.push(fact))
  const links = new Set(text.match(link) ?? []).size
  const words = withoutLinks(text).match(/[\p{L}\p{M}']+/gu) ?? []
  // A further link must not make a message less suspect than one.
  add(links > 0, 'link any')
  add(links > 3, 'link many')
  add(links > 0 && words.length < 3 * links + 2, 'link only')
  add(
    /<a\s[^>]{0,200}href|\[url[=\]]|\[link[=\]]|\]\(https?:|\[\[https?:|&lt;a /i.test(written),
    'link markup',
  )
  add(tricks.length > 0, 'trick any')
  add(tricks.length > 1, 'trick many')
  add(isCode(written), 'code')
  add(isNoise(words), 'noise')
  add(repeatsItself(words), 'repeats')
  add(bare(origin.name) !== '' && bare(origin.name) === bare(written), 'same as name')
  add(origin.place === 'far', 'place far')
  add(origin.place === 'none', 'place none')
  add(origin.isForeignPhone, 'phone foreign')
  add(origin.place === 'none' && !isEnglish(words), 'foreign from afar')
  add(/whats ?app|telegram|\bt\.me\b|wechat|viber|@\w{4,} on\b/i.test(text), 'messenger')
  add(/\p{Lu}{4}/u.test(text) && !/\p{Ll}{2}/u.test(text), 'shouts')
  return facts
}

const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

function isCode(text: string): boolean {
  const signs = [
    /<script|<svg|<iframe|javascript:|alert\(|\bon(?:error|load|click)\s?=|document\./i,
    /\bor 1=1\b|'\s?or\s?'|drop table|union (?:all )?select|information_schema|\bsleep\s?\(/i,
    /\.\.\/\.\.|etc\/passwd|\/proc\/|c:\\windows|<!--#|%00|%0d%0a/i,
    /\{\{[^}]{0,60}\}\}|\$\{[^}]{0,60}\}|<%=|constructor\./,
    /[;|`]\s?(?:cat|wget|curl|ping|nslookup|whoami|id)\b/i,
  ]
  return signs.filter((sign) => sign.test(text)).length > 0
}

const little = new Set(
  'the and of to is it we i you your my our for with at as be are have has can could would please this that not but if us will from by was there what how when some any just need want like get out up yes hello one two a an in on me do'.split(
    ' ',
  ),
)

/** Too short a text passes as English. */
function isEnglish(words: string[]): boolean {
  return (
    words.length < 5 ||
    words.filter((word) => little.has(word.toLowerCase())).length >= words.length * 0.12
  )
}

function repeatsItself(words: string[]): boolean {
  return (
    words.length >= 5 && new Set(words.map((word) => word.toLowerCase())).size < words.length * 0.34
  )
}

/** Random letters: no vowels, five consonants in a row, capitals inside. */
function isNoise(words: string[]): boolean {
  const long = words.filter((word) => /^[a-z]{4,}$/i.test(word))
  const odd = long.filter(
    (word) =>
      /[bcdfghjklmnpqrstvwxz]{5}|^[^aeiouy]+$|q[^u]|(.)\1{3}|qwer|asdf|zxcv|hjkl/i.test(word) ||
      /[a-z][A-Z][a-z]*[A-Z]/.test(word),
  )
  return long.length > 0 ? odd.length >= long.length * 0.5 : words.length < 2
}
