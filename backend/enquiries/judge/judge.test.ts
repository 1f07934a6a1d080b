import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { demoContent } from '#tools/demo-content.ts'
import { type Circumstances, type EnquiryText, judge, readEnquiry } from './judge.ts'

const { area } = demoContent

type Labelled = EnquiryText & { label: 'spam' | 'genuine' }

const judged = (enquiry: EnquiryText, more: Partial<Circumstances> = {}) =>
  judge(readEnquiry(enquiry, area), {
    isTrapped: false,
    filledInMs: undefined,
    sameWordsFromOthers: 0,
    ...more,
  })

const plain: EnquiryText = {
  name: 'Ann Lee',
  phone: '01632 960001',
  address: 'WR14 2AA',
  message: 'Please quote for a patio of about 20 square metres behind the house.',
}

// The only files that were never taught; the second, the fourth and the fifth are the hardest. What is to be expected of messages of an unknown kind is in
// docs/spam-filter.md, which `npm run teach-judge` writes.
describe.each([
  ['unseen', 0.86, 0.94, 0, 0.02],
  ['unseen-2', 0.74, 0.9, 1, 0.08],
  ['unseen-3', 0.86, 0.96, 2, 0.08],
  ['unseen-4', 0.75, 0.91, 1, 0.08],
  ['unseen-5', 0.63, 0.8, 1, 0.08],
])('messages of %s.jsonl', (name, minCaught, minSeen, maxHeld, maxHeldWithFacts) => {
  const file = new URL(`../../../tools/teach-judge/messages/${name}.jsonl`, import.meta.url)
  const labelled: Labelled[] = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const genuine = labelled.filter(({ label }) => label === 'genuine')
  const spam = labelled.filter(({ label }) => label === 'spam')

  test('a genuine one is hardly ever held, and most of the spam is', () => {
    const held = genuine.filter((enquiry) => judged(enquiry).verdict === 'spam')
    const caught = spam.filter((enquiry) => judged(enquiry).verdict === 'spam')
    const seen = spam.filter((enquiry) => judged(enquiry).verdict !== 'enquiry')
    expect(held.length).toBeLessThanOrEqual(maxHeld)
    expect(caught.length / spam.length).toBeGreaterThan(minCaught)
    expect(seen.length / spam.length).toBeGreaterThan(minSeen)
  })

  test('a link, fast typing and the words of others together hold few more', () => {
    const held = genuine
      .map((one) => ({ ...one, message: `${one.message} https://photos.example/a/1` }))
      .filter((one) => judged(one, { filledInMs: 200, sameWordsFromOthers: 3 }).verdict === 'spam')
    expect(held.length / genuine.length).toBeLessThanOrEqual(maxHeldWithFacts)
  })
})

// A firm's first enquiry is its own trial: in the spam folder it is not mailed, and the site seems broken.
test.each([
  ['This is just a test message from me.', 'Test'],
  ['Hello there, a short test enquiry sent from our own website.', 'Test User'],
  ['Testing the contact form. Does this come through to the office ok?', 'Jo'],
  ['Just trying out our new website form, please ignore this one', 'Dave Owner'],
  ['test test test', 'Test'],
  ['Hello there you lot', 'Ann'],
  ['Hi, is anyone there? Thanks', 'Ann'],
])('“%s” from %s is delivered', (message, name) => {
  expect(judged({ ...plain, name, message }).verdict).not.toBe('spam')
})

test.each([
  ['a quick fill', plain, { filledInMs: 10 }],
  ['a link', { ...plain, message: `${plain.message} https://photos.example/a/1` }, {}],
  ['a strange postcode', { ...plain, address: '90210' }, {}],
  ['words that others sent too', plain, { sameWordsFromOthers: 20 }],
  ['a number abroad', { ...plain, phone: '+33 1 70 18 99 00' }, {}],
])('%s alone is no reason', (_sign, enquiry, more) => {
  expect(judged(enquiry, more)).toEqual({ verdict: 'enquiry', reasons: [] })
})

test.each([
  ['Polish', 'Dzień dobry, potrzebuję kogoś do skoszenia trawnika. Proszę o telefon.'],
  ['Polish', 'Szukam kogoś, kto naprawi płot i wywiezie gruz. Ile to może kosztować?'],
  ['Welsh', 'Helo, allwch chi dorri’r lawnt a chlirio’r dail cyn y penwythnos? Diolch.'],
  ['Romanian', 'Bună ziua, cât costă să tundeți gardul viu și iarba? Mulțumesc.'],
  ['French', 'Bonjour, pouvez-vous tailler la haie et nettoyer la terrasse ? Merci.'],
  ['broken English', 'hello i need man for cut grass, is too much big, how many money? thank'],
])('a request in %s is an enquiry', (_language, message) => {
  expect(judged({ ...plain, message }).verdict).toBe('enquiry')
})

test.each([
  '<script>alert(1)</script> <b>bold</b> & "quotes"',
  'See <a href="https://photos.example/1">the photos</a> of it',
  'مرحبا، أريد قص العشب في حديقتي من فضلكم',
  '🌳🌳🌳 𝕳𝖊𝖉𝖌𝖊 🌳🌳🌳',
  'x'.repeat(1000),
  'hello '.repeat(100),
])('%s from here is strange but not held', (message) => {
  expect(judged({ ...plain, message }).verdict).not.toBe('spam')
})

test('a filled trap is a reason by itself', () => {
  expect(judged(plain, { isTrapped: true })).toEqual({
    verdict: 'spam',
    reasons: ['The hidden field was filled'],
  })
})

const pitch = 'We offer SEO for landscapers from £99 per month. Shall I send you a free audit?'

test('the reasons name the words and the facts that weighed', () => {
  const { verdict, reasons } = judged({
    ...plain,
    address: '110001',
    message: `${pitch} rank.example`,
  })
  expect(verdict).toBe('spam')
  expect(reasons[0]).toMatch(/^Its words are like advertising: “/)
  expect(reasons).toContain('There is no UK postcode')
  expect(reasons).toContain('It has a link')
})

test.each([
  ['look-alike letters', 'Wе оffеr SЕО fоr lаndsсареrs frоm £99 реr mоnth. Frее аudіt?'],
  ['invisible characters', pitch.replaceAll(/(?<=\w)(?=\w)/g, '\u200B')],
  ['encoded text', btoa(pitch.replace('£', 'GBP '))],
])('a pitch in %s is seen through, and hiding is a reason', (trick, message) => {
  const { verdict, reasons } = judged({ ...plain, address: '110001', message })
  expect(verdict).toBe('spam')
  expect(reasons.join()).toContain(`It hides its words: ${trick}`)
})

test('no text keeps the judge busy', () => {
  const words = [
    'i ',
    'we need ',
    'a.b.',
    'a b ',
    '£9 ',
    '[',
    '(',
    '<a ',
    '!1a',
    '\u0430a ',
    'QUJD',
  ]
  for (const word of words) {
    const message = word.repeat(1000 / word.length)
    const before = performance.now()
    judged({ ...plain, message })
    // Catastrophic backtracking takes minutes.
    expect(performance.now() - before, word).toBeLessThan(1_000)
  }
})
