import { expect, test } from 'vitest'
import { demoContent } from '#tools/demo-content.ts'
import { nothingLearned } from './judge.ts'
import { judgeSafely, readSafely } from './safely.ts'

const { area } = demoContent

const enquiry = {
  ...{ name: 'Ann Lee', phone: '01632 960001', address: 'WR14 2AA' },
  message: 'Buy cheap followers now, casino bonus, https://x.example',
}
const came = {
  ...{ isTrapped: false, filledInMs: undefined, sameWordsFromOthers: 0 },
}

function brokenJudge() {
  const errors: string[] = []
  const log = { error: (_: object, text: string) => void errors.push(text) }
  const learned = {
    current: () => {
      throw new Error('out of order')
    },
  }
  return { errors, log, reading: readSafely({ area, learned, log }, enquiry) }
}

test('a fault of the judge means enquiry, and is logged', () => {
  const { errors, log, reading } = brokenJudge()
  expect(judgeSafely(log, reading, came)).toEqual({ verdict: 'enquiry', reasons: [] })
  expect(errors).toEqual(['the spam filter failed: the enquiry is delivered'])
})

test('a filled trap is found all the same', () => {
  const { log, reading } = brokenJudge()
  expect(judgeSafely(log, reading, { ...came, isTrapped: true }).verdict).toBe('spam')
})

test('a sound judge judges', () => {
  const log = { error: () => {} }
  const learned = { current: () => nothingLearned }
  const reading = readSafely({ area, learned, log }, enquiry)
  expect(judgeSafely(log, reading, came).verdict).toBe('spam')
})
