import { expect, test } from 'vitest'
import { mergeSources, sourceConditions, sourceName } from './sources.ts'

test.each([
  ['google', 'Google'],
  ['google.com', 'Google'],
  ['google.co.uk', 'Google'],
  ['www.google.co.uk', 'Google'],
  ['l.facebook.com', 'Facebook'],
  ['m.facebook.com', 'Facebook'],
  ['fb', 'Facebook'],
  ['t.co', 'X'],
  ['direct', 'Direct'],
  ['telephone', 'Telephone'],
  ['counter', 'At the counter'],
  ['facebook', 'Facebook'],
  ['googly.com', 'googly.com'],
  ['notgoogle.com', 'notgoogle.com'],
  ['www.malvern-gazette.co.uk', 'malvern-gazette.co.uk'],
])('%s is %s', (source, name) => {
  expect(sourceName(source)).toBe(name)
})

test('sources of one place are added up, and no enquiry is lost', () => {
  const merged = mergeSources([
    { name: 'direct', count: 5 },
    { name: 'google', count: 3 },
    { name: 'google.com', count: 2 },
    { name: 'google.co.uk', count: 1 },
  ])
  expect(merged).toEqual([
    { name: 'Google', count: 6 },
    { name: 'Direct', count: 5 },
  ])
})

/** As the table API reads them. */
function meets(source: string, condition: string): boolean {
  const [, operator, value = ''] = /^source\.(eq|like)\."(.*)"$/.exec(condition) ?? []
  if (operator === 'eq') return source === value
  return new RegExp(`^${value.replaceAll('.', '\\.').replaceAll('%', '.*')}$`).test(source)
}

test.each([
  ...['google', 'google.com', 'maps.google.co.uk', 'fb', 'l.facebook.com', 'direct', 'unknown'],
  ...['telephone', 'counter', 'email', 'recommended', 'other'],
  ...['googly.com', 'www.malvern-gazette.co.uk', 'parish newsletter', 'x', 't.co', 'netflix.com'],
])('the list shows %s under the name that the chart gives it, and under no other', (source) => {
  const name = sourceName(source)
  const isShown = (place: string) => sourceConditions(place).some((each) => meets(source, each))
  expect(isShown(name)).toBe(true)
  const others = [
    'Google',
    'Facebook',
    'X',
    'Telephone',
    'Direct',
    'Unknown',
    'Bing',
    'elsewhere.com',
  ]
  for (const other of others.filter((place) => place !== name)) expect(isShown(other)).toBe(false)
})
