import * as v from 'valibot'
import { expect, test } from 'vitest'
import { announcementSchema } from './announcement.ts'

const problemsOf = (dates: object) =>
  v
    .safeParse(announcementSchema, { text: 'Snow', ...dates })
    .issues?.map(({ path, message }) => [path?.map(({ key }) => key), message])

test('the last day of an announcement is not before its first', () => {
  expect(problemsOf({ from: '2026-11-20', until: '2026-11-19' })).toEqual([
    [['until'], 'is before the first day'],
  ])
  expect(problemsOf({ from: '2026-11-20', until: '2026-11-20' })).toBeUndefined()
  expect(problemsOf({ until: '2026-11-19' })).toBeUndefined()
})
