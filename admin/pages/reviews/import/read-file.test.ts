import { expect, test } from 'vitest'
import type { Review } from '#schemas/tables.ts'
import { parseCsv } from './parse-csv.ts'
import { readFile } from './read-file.ts'

const now = new Date('2026-11-15T10:00:00Z')

test('quoted cells hold commas, quotes and line ends', () => {
  expect(parseCsv('\uFEFFa,b\r\n"1, ""x""\ny",2\r\n\r\n')).toEqual([
    { cells: ['a', 'b'], line: 1 },
    { cells: ['1, "x"\ny', '2'], line: 2 },
  ])
})

test('a CSV file adds what is new and good', () => {
  const csv = `Author name,Rating,Text,Date,Source
Ann,5,"Tidy, <b>quick</b>",09/03/2026,Google
Bob,9,Too many stars,,
Ann,5,"Tidy, quick",,
Cat,4,Known already,,
Dan,5,When was it,last summer,
Eve,5,No such day,31/02/2026,`
  const known = { author_name: 'Cat', review_text: 'known already' } as Review
  const { added, known: skipped, refused } = readFile('r.csv', csv, [known], now)
  expect(added).toMatchObject([
    {
      author_name: 'Ann',
      rating: 5,
      review_text: 'Tidy, quick',
      time_posted: '2026-03-09T00:00:00.000Z',
      source: 'Google',
      is_featured: false,
    },
  ])
  expect(skipped).toBe(2)
  expect(refused).toEqual([
    { place: 'Line 3 (Bob)', reason: 'Rating must be from 1 to 5' },
    { place: 'Line 6 (Dan)', reason: 'The date “last summer” cannot be read' },
    { place: 'Line 7 (Eve)', reason: 'The date “31/02/2026” cannot be read' },
  ])
})

test("Google's own export is understood", () => {
  const json = JSON.stringify({
    reviews: [
      {
        reviewer: { displayName: 'Dee', profilePhotoUrl: 'https://pictures.example/d.jpg' },
        starRating: 'FOUR',
        comment: 'Good',
        createTime: '2025-05-01T09:00:00Z',
      },
    ],
  })
  expect(readFile('r.json', json, [], now).added).toMatchObject([
    {
      author_name: 'Dee',
      author_image: 'https://pictures.example/d.jpg',
      rating: 4,
      review_text: 'Good',
      time_posted: '2025-05-01T00:00:00.000Z',
      source: 'Google',
    },
  ])
})

test.each([
  ['r.csv', 'a,b\n1,2'],
  ['r.json', '{"x":1}'],
  ['r.json', 'nonsense'],
])('%s with %s is no list of reviews', (name, text) => {
  expect(() => readFile(name, text, [], now)).toThrow()
})
