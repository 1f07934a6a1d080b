import { expect, test } from 'vitest'
import type { Enquiry } from '#schemas/tables.ts'
import { csvHead, csvLines } from './csv.ts'

const enquiry = {
  id: 'an-id',
  reference: 'ABC-234',
  created_at: '2026-07-01T09:05:00Z',
  status: 'visit_booked',
  name: 'Ann Lee',
  email: 'ann@example.com',
  phone: '+44 1632 960001',
  postcode: 'WR1 2AB',
  town: 'Worcester',
  service: 'Other',
  message: 'Two lines,\nand "quotes"',
  source: 'direct',
  reply_due: '2026-07-02T09:05:00Z',
  assigned_name: 'Kit Carter',
  follow_up_on: '2026-07-09',
  quote_pence: 125_050,
} as Enquiry

const nothing = { notes: new Map(), answers: new Map() }

test('notes and answers are paragraphs with time and author', () => {
  const at = '2026-07-01T09:05:00Z'
  const notes = [
    { created_at: at, author_name: 'Kit', body: '=cmd' },
    { created_at: at, author_name: null, body: 'Rang' },
  ]
  const line = csvLines([enquiry], { ...nothing, notes: new Map([['an-id', notes]]) })
  expect(line).toContain(
    '"2026-07-01 10:05 Kit: =cmd\n\n2026-07-01 10:05 A former colleague: Rang",\r\n',
  )
})

test('an answer names its attachments', () => {
  const at = '2026-07-01T09:05:00Z'
  const answer = { created_at: at, author_name: 'Kit', body: 'See it', files: ['A.pdf', 'B.jpg'] }
  const line = csvLines([enquiry], { ...nothing, answers: new Map([['an-id', [answer]]]) })
  expect(line).toContain('"2026-07-01 10:05 Kit: See it\n(Attached: A.pdf, B.jpg)"\r\n')
})

test('a line has every column, in British time', () => {
  expect(csvLines([enquiry], nothing)).toBe(
    'ABC-234,2026-07-01 10:05,Visit booked,Ann Lee,ann@example.com,' +
      `'+44 1632 960001,WR1 2AB,Worcester,Other,"Two lines,\nand ""quotes""",direct,,,2026-07-02 10:05,,Kit Carter,2026-07-09,1250.50,,,\r\n`,
  )
  expect(csvHead.split(',')).toHaveLength(21)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =cmd', '\r=1'])(
  '%j is no formula in the file',
  (message) => {
    expect(csvLines([{ ...enquiry, message }], nothing)).toContain(`'${message}`)
  },
)

test.each([
  ["x;=cmd|' /C calc'!A0", "x;'=cmd"],
  ['x\t@SUM(A1)', "x\t'@SUM"],
  ['x\n-2+3', "x\n'-2+3"],
])('nor does %j begin one where other characters end a cell', (message, safe) => {
  expect(csvLines([{ ...enquiry, message }], nothing)).toContain(safe)
})

test('a list stays one', () => {
  expect(csvLines([{ ...enquiry, message: 'Please:\n- mow\n- weed' }], nothing)).toContain(
    '"Please:\n- mow\n- weed"',
  )
})
