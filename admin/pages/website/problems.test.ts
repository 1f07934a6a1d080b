import { expect, test } from 'vitest'
import { shippedLook } from '#content/look.ts'
import { checkDocument, sentence } from './problems.ts'

test('a colour on which text is hard to read is told while it is chosen', () => {
  expect(checkDocument('look', shippedLook)).toEqual([])
  const [problem] = checkDocument('look', { ...shippedLook, accent: '#cccccc' })
  expect(problem).toMatchObject({ path: ['accent'] })
  expect(problem?.message).toContain('contrast')
})

test('a missing entry asks to be filled in', () => {
  const problems = checkDocument('company', { name: '' })
  expect(problems.map(({ path }) => path)).toContainEqual(['phone'])
  expect(new Set(problems.map(({ message }) => sentence(message)))).toEqual(
    new Set(['Please fill this in']),
  )
})
