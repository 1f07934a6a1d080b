import { expect, test } from 'vitest'
import { describeChanges } from './describe-changes.ts'

test('a changed field has its label and both values', () => {
  expect(describeChanges('company', { phone: '01632 960123' }, { phone: '01632 960999' })).toEqual([
    'Telephone number: 01632 960123 → 01632 960999',
  ])
})

test('entries of a list are added, removed, changed and moved', () => {
  const faq = (question: string, answer = 'Yes.') => ({ question, answer })
  const before = { faqs: [faq('Is it dear?'), faq('Is it far?'), faq('Is it wet?')] }
  const after = { faqs: [faq('Is it wet?', 'No.'), faq('Is it dear?'), faq('Is it new?')] }
  expect(describeChanges('services/patios', before, after)).toEqual([
    'Questions › “Is it wet?” › Answer: Yes. → No.',
    'Questions: added “Is it new?”',
    'Questions: removed “Is it far?”',
    'Questions: order changed',
  ])
})

test('opening hours are told by day', () => {
  const sunday = { days: ['Su'], opens: '10:00', closes: '12:00' }
  expect(describeChanges('hours', { telephone: [] }, { telephone: [sunday] })).toEqual([
    'Telephone hours: added “Sunday, 10:00 to 12:00”',
  ])
})

test('an entry without a title has the number it has in the form', () => {
  const hours = (days: string[], opens: string, closes: string) => ({ days, opens, closes })
  const saturday = hours(['Sa'], '09:00', '16:00')
  const after = { telephone: [saturday, hours([], '', '')] }
  expect(describeChanges('hours', { telephone: [saturday] }, after)).toEqual([
    'Telephone hours: added “number 2”',
  ])
})

test('days and places are told in words', () => {
  expect(describeChanges('announcement', {}, { until: '2026-11-20' })).toEqual([
    'Last day: added 20 November 2026',
  ])
  const [from, to] = [{ patios: { focus: [50, 50] } }, { patios: { focus: [75, 82] } }]
  expect(describeChanges('pictures', from, to)).toEqual([
    'Patios › Most important point: now 75 % from the left and 82 % from the top',
  ])
  const closed = { from: '2026-12-25', until: '2027-01-01' }
  expect(describeChanges('hours', { closures: [] }, { closures: [closed] })).toEqual([
    'Closed days: added “25 December 2026 to 1 January 2027”',
  ])
})

test('a long text is shown where it differs', () => {
  const text = 'word '.repeat(40)
  const [line] = describeChanges('pages/about', { intro: `${text}end` }, { intro: `${text}start` })
  expect(line).toBe('Introduction: …word word word word end → …word word word word start')
})

test('short words are listed, and an unchanged body is no change', () => {
  expect(describeChanges('coverage', { Malvern: ['WR14'] }, { Malvern: ['WR13'] })).toEqual([
    'Malvern: added WR13',
    'Malvern: removed WR14',
  ])
  expect(describeChanges('company', { name: 'A', phone: '1' }, { phone: '1', name: 'A' })).toEqual(
    [],
  )
})

test('towns and services in an order are named in words', () => {
  const [one, two] = [{ towns: ['malvern'] }, { towns: ['malvern', 'upper-colwall'] }]
  expect(describeChanges('towns', one, two)).toEqual(['Towns, in order: added Upper colwall'])
  const group = (overview: string) => ({ overview, children: [] })
  expect(
    describeChanges('services', { groups: [group('a')] }, { groups: [group('a'), group('b-c')] }),
  ).toEqual(['Service groups: added “B c”'])
})

test('a page that is new or gone is one line', () => {
  expect(describeChanges('towns/bromyard', undefined, { name: 'Bromyard' })).toEqual(['New page'])
  expect(describeChanges('towns/bromyard', { name: 'Bromyard' }, undefined)).toEqual(['Removed'])
})
