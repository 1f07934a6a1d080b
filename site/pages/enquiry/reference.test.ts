import { expect, test } from 'vitest'
import { readReceipt, showReceipt } from './reference.ts'

const page = '<main><p id="reference" hidden=""></p></main>'
const hour = 3_600_000

test('the page names the reference and the date of the promise', () => {
  const by = Date.now() + 20 * hour
  const receipt = readReceipt(`ref=B2C-D3F&by=${by}`)
  expect(receipt).toMatchObject({ reference: 'B2C-D3F', replyBy: new Date(by) })
  if (!receipt) throw new Error('There is no receipt')
  const shown = showReceipt(page, receipt)
  expect(shown).toContain('<strong>B2C-D3F</strong>')
  expect(shown).toMatch(/You hear from us by [A-Z][a-z]+day \d/)
})

test.each(['', 'ref=%3Cscript%3E', 'ref=b2c-d3f', 'by=1794907994000'])(
  '“%s” shows nothing',
  (query) => {
    expect(readReceipt(query)).toBeUndefined()
  },
)

test.each(['soon', '0', '9999999999999', '-1794907994000'])(
  'a promise that nobody made, by %s, is left out',
  (by) => {
    const receipt = readReceipt(`ref=B2C-D3F&by=${by}`)
    expect(receipt).toMatchObject({ reference: 'B2C-D3F', replyBy: undefined })
    expect(receipt && showReceipt(page, receipt)).not.toContain('hear from us')
  },
)

test('the page says what became of the photographs, and links to add more', () => {
  const token = 'A'.repeat(48)
  const receipt = readReceipt(`ref=B2C-D3F&t=${token}&added=2&not=heic.too_big`)
  const shown = receipt && showReceipt(page, receipt)
  expect(shown).toContain(`href="/enquiry-photos?t=${token}"`)
  expect(shown).toContain('2 photos were added.')
  expect(shown).toContain('HEIC')
  expect(shown).toContain('larger than 20 MB')
})

test.each(['t=%22%3E%3Cscript%3E', 'added=900', 'added=-1', 'not=%3Cb%3E.constructor'])(
  'nothing of “%s” reaches the page',
  (query) => {
    const plain = readReceipt('ref=B2C-D3F')
    const receipt = readReceipt(`ref=B2C-D3F&${query}`)
    expect(receipt && showReceipt(page, receipt)).toBe(plain && showReceipt(page, plain))
  },
)
