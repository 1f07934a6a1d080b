import { expect, test } from 'vitest'
import { maxPatterns } from '#schemas/table-limits.ts'
import { formsOfWords, wordForms } from './word-forms.ts'

const finds = (searched: string, written: string) =>
  wordForms(searched).some((form) => written.includes(form))

test.each([
  ['fence', 'fence fences fenced fencing'],
  ['fencing', 'fence fences fenced fencing'],
  ['fences', 'fence fences fenced fencing'],
  ['hedge', 'hedge hedges hedged hedging'],
  ['hedges', 'hedge hedges hedged hedging'],
  ['pave', 'pave paves paved paving'],
  ['paving', 'pave paves paved paving'],
  ['cutting', 'cut cuts cutting'],
  ['cut', 'cut cuts cutting'],
  ['mowing', 'mow mows mowed mowing'],
  ['tidy', 'tidy tidies tidied tidying'],
  ['tidied', 'tidy tidies tidied tidying'],
  ['tidying', 'tidy tidies tidied tidying'],
  ['leaf', 'leaf leaves'],
  ['leaves', 'leaf leaves'],
  ['bushes', 'bush bushes'],
  ['berries', 'berry berries'],
  ['gravelled', 'gravel gravelled'],
  ['patios', 'patio patios'],
  ['grass', 'grass'],
  ['kp642p', 'kp6-42p kp642p'],
  ['bcdfgh', 'bcd-fgh'],
  ['weeds', 'weed weeds weeding'],
])('%s finds %s', (searched, written) => {
  for (const word of written.split(' ')) expect([word, finds(searched, word)]).toEqual([word, true])
})

test.each(['wr144pa', 'wr144p', 'b11aa', 'ec1a1bb'])('%s is also a postcode', (typed) => {
  const written = ['wr14 4pa', 'b1 1aa', 'ec1a 1bb']
  expect(written.filter((postcode) => finds(typed, postcode))).toHaveLength(1)
})

test.each([
  ['spring', 'sprout'],
  ['weed', 'we'],
  ['rolled', 'control'],
  ['jones', 'jonathan'],
  ['hedges', 'heather'],
])('%s does not find %s', (searched, written) => {
  expect(finds(searched, written)).toBe(false)
})

test.each(['f9g-qh3', '01632', 'wr14', 'ann@example.com', 'bed', "o'neil"])(
  '%s is looked for as it is',
  (word) => {
    expect(wordForms(word)).toEqual([word])
  },
)

test('many words lose forms before they ask for more patterns than a request may hold', () => {
  const words = 'leave pave drive groove'.split(' ')
  expect(words.flatMap(wordForms)).toHaveLength(12)
  const forms = formsOfWords(words, maxPatterns)
  expect(forms.flat()).toHaveLength(maxPatterns)
  expect(forms.map(([word]) => word)).toEqual(words)
  expect(formsOfWords(['leave', 'leave'], maxPatterns)).toEqual([['leave', 'leaving', 'leaf']])
})

test('of more words than patterns the longest are looked for', () => {
  const words = 'a hedge at the back of our long garden by the old stone wall'.split(' ')
  const forms = formsOfWords(words, 8).flat()
  expect(forms).toHaveLength(8)
  expect(forms).toEqual(['hedge', 'the', 'back', 'our', 'long', 'garden', 'stone', 'wall'])
})
