import { expect, test } from 'vitest'
import { chooseFiles } from './choice.ts'

const file = (name: string, size = 1000) => ({ name, size })

test('five files are taken and a sixth is named', () => {
  const names = ['1', '2', '3', '4']
  const { taken, refusals } = chooseFiles(
    [file('0')],
    [...names, '5'].map((name) => file(name)),
  )
  expect(taken.map(({ name }) => name)).toEqual(names)
  expect(refusals).toEqual(['5 was left out: at most 5 files can be attached.'])
})

test('empty and large files are refused, smaller ones beside them are taken', () => {
  const { taken, refusals } = chooseFiles(
    [],
    [file('a.pdf', 0), file('b.pdf', 5_000_001), file('c.pdf', 5_000_000)],
  )
  expect(taken).toEqual([file('c.pdf', 5_000_000)])
  expect(refusals).toEqual(['a.pdf is empty.', 'b.pdf is too large: a file may have at most 5 MB.'])
})

test('together they have ten megabytes at most', () => {
  const present = [file('a', 4e6), file('b', 4e6)]
  expect(chooseFiles(present, [file('c', 2e6)]).refusals).toEqual([])
  expect(chooseFiles(present, [file('c', 2_000_001)]).refusals).toEqual([
    'c was left out: all files together may have at most 10 MB.',
  ])
})
