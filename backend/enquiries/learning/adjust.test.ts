import { expect, test } from 'vitest'
import { doubtfulOffer } from '#tests/support/doubtful-offer.ts'
import { demoContent } from '#tools/demo-content.ts'
import { wordsOf } from '../judge/features.ts'
import { chosenWeights, judge, readEnquiry, shippedModel } from '../judge/judge.ts'
import { adjust, maxShift, shiftOf } from './adjust.ts'
import { areAlike, fingerprintOf } from './fingerprint.ts'

const { area } = demoContent

const sender = { name: 'Ann Lee', phone: '01632 960001', address: 'WR14 2AA' }
const featuresOf = (message: string) => readEnquiry({ ...sender, message }, area).features
const came = {
  ...{ isTrapped: false, filledInMs: undefined, sameWordsFromOthers: 0 },
}

const offer = (thing: string) =>
  `We make ${thing} at home and would like your staff to try some on a Friday.`
const things = ['jam', 'honey', 'candles', 'cards', 'soap', 'tea', 'lamps', 'rugs', 'bread', 'ink']
const clicked = (messages: string[], isSpam: boolean) =>
  messages.map((message) => ({ features: featuresOf(message), isSpam }))

test('what the office marks is recognised in other words of the same kind', () => {
  const message = offer('baskets')
  const before = judge(readEnquiry({ ...sender, message }, area), came)
  expect(before.verdict).toBe('enquiry')
  const adjustment = adjust(shippedModel, clicked(things.map(offer), true), [])
  const after = judge(
    readEnquiry({ ...sender, message }, area, { adjustment, campaigns: [] }),
    came,
  )
  expect(after.verdict).toBe('doubtful')
  expect(after.reasons).toContain('The office marked messages like it as spam')
})

test('what the model alone is as sure of is no doing of the office', () => {
  const message = doubtfulOffer('Mondays')
  const adjustment = adjust(shippedModel, clicked(['A yard on Mondays.'], true), [])
  const reading = readEnquiry({ ...sender, message }, area, { adjustment, campaigns: [] })
  expect(reading.shift).toBeGreaterThan(0)
  const { verdict, reasons } = judge(reading, came)
  expect(verdict).toBe('doubtful')
  expect(reasons).not.toContain('The office marked messages like it as spam')
})

test('Not spam makes the like of it pass', () => {
  const message = doubtfulOffer('Mondays')
  const pitches = things.map((thing) => `${message} Ask us about our ${thing}.`)
  expect(judge(readEnquiry({ ...sender, message }, area), came).verdict).toBe('doubtful')
  const adjustment = adjust(shippedModel, clicked(pitches, false), [])
  const reading = readEnquiry({ ...sender, message }, area, { adjustment, campaigns: [] })
  expect(judge(reading, came).verdict).toBe('enquiry')
})

test('one mistaken click moves no message far', () => {
  const message = 'Please quote for a patio of about 20 square metres behind the house.'
  const adjustment = adjust(shippedModel, clicked([message], true), [])
  expect(shiftOf(adjustment, featuresOf(message))).toBeLessThanOrEqual(0.3)
})

test('no flood of clicks turns a customer into spam', () => {
  const message = 'Please quote for a patio of about 20 square metres behind the house.'
  const flood = Array.from({ length: 300 }, (_, at) => `${message} Number ${at}`)
  const adjustment = adjust(shippedModel, clicked(flood, true), [])
  expect(shiftOf(adjustment, featuresOf(message))).toBeLessThanOrEqual(maxShift)
  const reading = readEnquiry({ ...sender, message }, area, { adjustment, campaigns: [] })
  expect(judge(reading, came).verdict).toBe('enquiry')
})

test('answered enquiries keep common words from becoming signs', () => {
  const customer =
    'My sister in the village wants her hedge cut, could your staff come on a Friday?'
  const spam = clicked(things.map(offer), true)
  const alone = shiftOf(adjust(shippedModel, spam, []), featuresOf(customer))
  const answered = Array.from({ length: 10 }, () => featuresOf(customer))
  expect(shiftOf(adjust(shippedModel, spam, answered), featuresOf(customer))).toBeLessThan(alone)
})

test('messages of one campaign are alike, and others are not', () => {
  const print = (message: string) => fingerprintOf(wordsOf(message))
  const letter = (name: string, town: string) =>
    `Dear ${name}, we are in ${town} this week with a lorry of paving left from a job and can lay it today.`
  expect(areAlike(print(letter('Ann', 'Upton')), print(letter('Mr Price', 'Malvern')))).toBe(true)
  expect(areAlike(print(letter('Ann', 'Upton')), print(offer('a long row of baskets')))).toBe(false)
  expect(areAlike(print('Please call me'), print('Please call me'))).toBe(false)
})

test('clicks alone do not hold what would not be marked without them', () => {
  const { doubtful, spam } = shippedModel
  expect(maxShift + chosenWeights.quick).toBeLessThan(spam - doubtful)
})
