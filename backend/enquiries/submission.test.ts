import { expect, test } from 'vitest'
import { readSubmission } from './submission.ts'

test('a line break of a browser’s own post is one character, as it was typed', () => {
  const { input } = readSubmission(
    { message: 'The hedge\r\nand the lawn\r\n' },
    { isForm: true, referer: undefined },
  )
  expect(input.message).toBe('The hedge\nand the lawn\n')
})

test('a form post gives the postcode of a pasted address, a call of the endpoint what it sends', () => {
  const address = '14 Wells Road, Malvern WR14 4PA'
  const read = (isForm: boolean) => readSubmission({ address }, { isForm, referer: undefined })
  expect(read(true).input.address).toBe('WR14 4PA')
  expect(read(true).values.address).toBe(address)
  expect(read(false).input.address).toBe(address)
})
