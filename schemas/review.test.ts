import { expect, test } from 'vitest'
import { isRating, isWebAddress, stripMarkup } from './review.ts'

test.each([
  ['  plain words  ', 'plain words'],
  ['a<script>alert(1)</script>b', 'ab'],
  ['a<SCRIPT type="x">\nalert(1)\n</script >b', 'ab'],
  ['<b>bold</b> and <img src=x onerror=alert(1)>', 'bold and'],
  ['<scr<script></script>ipt>alert(1)</script>', ''],
  ['<<b>script>x</script>', 'x'],
  ['I <3 my garden, 2 > 1', 'I <3 my garden, 2 > 1'],
  ['<!-- hidden -->shown', 'shown'],
])('%j is kept as %j', (given, kept) => {
  expect(stripMarkup(given)).toBe(kept)
})

test.each([
  ['https://pictures.example/a.jpg', true],
  ['http://pictures.example/a.jpg', true],
  ['ftp://pictures.example/a.jpg', false],
  ['javascript:alert(1)', false],
  ['data:image/png;base64,AAAA', false],
  ['not a url', false],
  ['//pictures.example/a.jpg', false],
])('%s is a picture address: %s', (url, is) => {
  expect(isWebAddress(url)).toBe(is)
})

test('a rating is a whole number from 1 to 5', () => {
  expect([0, 1, 3, 5, 6, 4.5, Number.NaN].map(isRating)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
