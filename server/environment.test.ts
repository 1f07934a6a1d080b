import { expect, test } from 'vitest'
import { readList, readSender, WrongSetting } from './environment.ts'

test.each([
  ['https://a.example/**, https://b.example/', ['https://a.example/**', 'https://b.example/']],
  ['https://{one,two}.example/, x://y', ['https://{one,two}.example/', 'x://y']],
])('%j is the list %j', (LIST, list) => {
  expect(readList({ LIST }, 'LIST')).toEqual(list)
})

test.each(['office@x.example', 'Office <office@x.example>', '"The Office" <office@x.example>'])(
  '%s is a sender',
  (FROM) => expect(readSender({ FROM }, 'FROM')).toBe(FROM),
)

test.each(['office', 'The office', 'Office <office>', '<>'])('%s is no sender', (FROM) => {
  expect(() => readSender({ FROM }, 'FROM')).toThrow(WrongSetting)
})
