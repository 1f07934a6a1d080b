import { expect, test } from 'vitest'
import { demoDocuments } from '#tools/demo-content.ts'
import { answerValues, fillInAnswer, firstName, unknownAnswerPlaceholders } from './answers.ts'
import { checkFirm } from './check-firm.ts'

const sender = { company: 'Hopyard', phone: '01632 960123', my_name: 'Jo' }
const customer = { name: 'Ann Lee', service: 'Domestic', town: 'Malvern', reference: 'B3C-4DF' }

test.each([
  ['Ann Lee', 'Ann'],
  ['  Ann   Lee ', 'Ann'],
  ['Ann', 'Ann'],
  ['Mrs Lee', 'Mrs Lee'],
  ['Dr. A Lee', 'Dr. A Lee'],
  ['A. Lee', 'A. Lee'],
  ['Mira Lee', 'Mira'],
  ['', ''],
])('%j is greeted as %j', (name, greeted) => {
  expect(firstName(name)).toBe(greeted)
})

test('placeholders are replaced, and what a customer wrote is not read again', () => {
  const values = answerValues({ ...customer, name: '{phone} Lee' }, sender)
  expect(fillInAnswer('Hello {first_name}, {town} ({reference}), {my_name}', values)).toBe(
    'Hello {phone}, Malvern (B3C-4DF), Jo',
  )
  expect(fillInAnswer('in {town}', answerValues({ ...customer, town: null }, sender))).toBe(
    'in your area',
  )
})

test('an enquiry about something else is just an enquiry', () => {
  const subject = 'Your enquiry about {service}'
  const other = answerValues({ ...customer, service: 'Other' }, sender)
  expect(fillInAnswer(subject, answerValues(customer, sender))).toBe('Your enquiry about Domestic')
  expect(fillInAnswer(subject, other)).toBe('Your enquiry')
})

test('a name in braces that stands for nothing is told once', () => {
  expect(unknownAnswerPlaceholders('{name} {first_name} {name} {}')).toEqual(['name', ''])
})

test('a template with an unknown placeholder cannot be published', () => {
  const template = { name: 'Visit', subject: 'For {name}', paragraphs: ['In {town}, {email}'] }
  const documents = new Map(demoDocuments).set('answers', { templates: [template] })
  expect(checkFirm(documents)).toEqual([
    {
      key: 'answers',
      path: ['templates', 0, 'subject'],
      message: 'there is no placeholder {name}',
    },
    {
      key: 'answers',
      path: ['templates', 0, 'paragraphs', 0],
      message: 'there is no placeholder {email}',
    },
  ])
})
