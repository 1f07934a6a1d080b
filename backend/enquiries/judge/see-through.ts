// Undoes the ways in which senders hide words from a filter, before the words are judged. Each that was
// found is reported: to hide is itself a sign.
import { readConfusables } from './confusables.ts'

export type Trick =
  | 'look-alike letters'
  | 'decorated letters'
  | 'invisible characters'
  | 'spaced letters'
  | 'figures for letters'
  | 'a disguised address'
  | 'encoded text'
  | 'reversed text'
  | 'hidden markup'

export interface Seen {
  /** The text as a reader would understand it. */
  text: string
  tricks: Trick[]
}

type Step = (text: string) => string

/** In this order: letters first, because the later steps look for words. */
const steps: [Trick, Step][] = [
  ['hidden markup', dropHidden],
  ['invisible characters', dropInvisible],
  ['decorated letters', plainLetters],
  ['look-alike letters', readConfusables],
  ['encoded text', decodeBase64],
  ['spaced letters', joinSpaced],
  ['a disguised address', readAddresses],
  ['figures for letters', readFigures],
  ['reversed text', turnReversed],
]

/**
 * Twice what a form takes: one character can stand for eighteen, and the patterns of the judge are slow
 * for what is very long.
 */
const maxLength = 2_000

export function seeThrough(written: string): Seen {
  const tricks: Trick[] = []
  let text = written.slice(0, maxLength)
  for (const [trick, step] of steps) {
    const next = step(text)
    if (next !== text) tricks.push(trick)
    text = next.slice(0, maxLength)
  }
  // Harmless forms of the same letter (ligatures, full-width digits) are no trick.
  const plain = text.normalize('NFKC').slice(0, maxLength)
  return { text: plain.replaceAll(/[’‘ʼ`]/g, "'"), tricks }
}

/** Comments, and elements that a reader would not see. */
function dropHidden(text: string): string {
  return text
    .replaceAll(/<!--(?!#)[^>]{0,400}-->/g, ' ')
    .replaceAll(
      /<(\w{1,10})[^<>]{0,200}(?:display:\s?none|font-size:\s?0|visibility:\s?hidden)[^<>]{0,200}>[^<>]{0,400}(?:<\/\1>|$)/gi,
      ' ',
    )
}

/** Between Latin letters only: emoji and Persian need some of them. */
function dropInvisible(text: string): string {
  const hidden =
    /(?<=[\p{Script=Latin}\d])(?:[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]|\u034F)+(?=[\p{Script=Latin}\d])/gu
  // A single one comes with text copied from a web page.
  return (text.match(hidden)?.length ?? 0) < 2 ? text : text.replaceAll(hidden, '')
}

const decorated = /[\u{1D400}-\u{1D7FF}\u{1F130}-\u{1F189}\u24B6-\u24E9\uFF21-\uFF5A]/gu
const strokes = /(?<=\p{Script=Latin})\p{Mn}+/gu

/** Mathematical, full-width and circled letters, and letters that are struck through. */
function plainLetters(text: string): string {
  const composed = text.normalize('NFC')
  const many = (pattern: RegExp) => (composed.match(pattern)?.length ?? 0) >= 4
  let plain = text
  if (many(decorated)) plain = plain.normalize('NFKC')
  if (many(strokes)) plain = plain.normalize('NFC').replaceAll(strokes, '')
  return plain
}

function decodeBase64(text: string): string {
  return text.replaceAll(/(?<![\w/+.:-])[A-Za-z\d+/]{20,}={0,2}(?![\w/+.:-])/g, (token) => {
    if (!/[a-z]/.test(token) || !/[A-Z]/.test(token)) return token
    const decoded = Buffer.from(token, 'base64').toString('utf8')
    const isText = /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(decoded) && /[a-z]{3}/i.test(decoded)
    return isText && !decoded.includes('\uFFFD') ? decoded : token
  })
}

/** Letters with the same sign between each two; a wider gap, or another sign, lies between words. */
const spaced = /(?<![\p{L}\d])\p{L}([ ._*/|~+-])\p{L}(?:\1\p{L}){2,}(?![\p{L}\d])/gu
/** Read only in a text that spaces longer words too: "a.m." is not a trick. */
const spacedShort = /(?<![\p{L}\d])\p{L}([ ._*/|~+-])\p{L}(?:\1\p{L})?(?![\p{L}\d])/gu

/** F R E E, f.r.e.e and f_r_e_e. */
function joinSpaced(text: string): string {
  const join = (run: string) => run.replaceAll(/[ ._*/|~+-]/g, '')
  const runs = text.match(spaced) ?? []
  // The longest common abbreviations have five letters, as R.S.P.C.A.
  if (join(runs.join('')).length < 6) return text
  return text.replaceAll(spaced, join).replaceAll(spacedShort, join)
}

function readAddresses(text: string): string {
  return text
    .replaceAll(/\bh(?:xx|\*\*|tt)p(s?)\s?(?:\[:\]|:)\s?\/\s?\//gi, 'http$1://')
    .replaceAll(/\s?(?:\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)|\{dot\})\s?/gi, '.')
    .replaceAll(/\s?(?:\[at\]|\(at\)|\{at\}|\[@\])\s?/gi, '@')
    .replaceAll(/(?<=\w) dot (?=(?:com|net|org|info|biz|co|uk|shop|xyz|example|test)\b)/gi, '.')
}

const figures: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const leetWord = /(?<![\w@.£/])(?=[\w@$!]*[a-z])[a-z\d@$!]*[a-z\d@$](?![\w@£/])/gi
/** 10m, 3x4, WR14: figures that are figures. */
const measure =
  /^(?:\d[\d.,]*[a-z]{0,4}|[a-z]{1,2}\d[a-z]?|[a-z]{1,2}\d{2,}[a-z]{0,2}|\d+x\d+\w{0,3})$/i

/** Three such words: one may be a name or a code. */
function readFigures(text: string): string {
  const hidden = (text.match(leetWord) ?? []).filter(
    (word) => word.length > 3 && /[a-z][0134570@$!]+[a-z]/i.test(word) && !measure.test(word),
  )
  if (hidden.length < 3) return text
  return text.replaceAll(leetWord, (word) =>
    word.replaceAll(/[0134570@$]|!(?=\w)/g, (sign) => figures[sign] ?? sign),
  )
}

/** Common words of three letters and more that mean nothing when they are turned. */
const common = new Set(
  'the and you your for with have our this that from free get buy click here win link more dear hello want will can are money site website company online today cheap need not all new out price please send call best'.split(
    ' ',
  ),
)
const turn = (text: string) => [...text].reverse().join('')

function turnReversed(text: string): string {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  const turned = words.filter((word) => common.has(turn(word))).length
  if (turned < 2 || turned <= words.filter((word) => common.has(word)).length) return text
  // The whole text is turned when a sentence's capital or comma stands where it would then stand.
  const isWhole = /\p{Lu}\W*$/u.test(text) || /\s[,.!?]\p{L}/u.test(text)
  return isWhole ? turn(text) : text.replaceAll(/[\p{L}\d]+/gu, turn)
}
