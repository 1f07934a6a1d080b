import { expect, test } from 'vitest'
import { shortName } from './web-manifest.ts'

test.each([
  ['Hopyard Gardens & Grounds', 'Hopyard'],
  ['The Green Team', 'Green Team'],
  ['the Lawn & Co', 'Lawn & Co'],
  ['Elm & Sons of Malvern Hills', 'Elm & Sons'],
  ['Wonderfullandscapers Ltd', 'Wonderfullandscapers'],
])('%s is %s under an icon', (name, short) => {
  expect(shortName(name)).toBe(short)
})
