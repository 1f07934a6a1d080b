import { expect, test } from 'vitest'
import { readSubmission } from './submission.ts'

test('a line break of a browser’s own post is one character, as it was typed', () => {
  const { input } = readSubmission(
    { message: 'The hedge\r\nand the lawn\r\n' },
    { isForm: true, referer: undefined },
  )
  expect(input.message).toBe('The hedge\nand the lawn\n')
})
