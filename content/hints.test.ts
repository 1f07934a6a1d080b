import { expect, test } from 'vitest'
import { demoDocuments } from '#tools/demo-content.ts'
import { findHints } from './hints.ts'
import type { Town } from './town.ts'

const malvern = demoDocuments.get('towns/malvern') as Town

test('the demo firm needs no advice', () => {
  expect(findHints(demoDocuments)).toEqual([])
})

test('a town that repeats another is told, and so are its title and its missing name', () => {
  const copied = new Map(demoDocuments).set('towns/bromyard', { ...malvern, name: 'Bromyard' })
  expect(findHints(copied)).toEqual([
    expect.objectContaining({ path: ['title'], message: 'is the same as that of towns/malvern' }),
    expect.objectContaining({ path: ['description'] }),
    expect.objectContaining({ message: 'no heading names Bromyard' }),
    expect.objectContaining({ message: '100 % of its words are those of towns/malvern' }),
  ])
})

test('a hundred towns are compared while somebody types', () => {
  const many = new Map(demoDocuments)
  for (let at = 0; at < 100; at += 1) {
    const own = { heading: `Town ${at}`, paragraphs: [`Words of ${at} alone `.repeat(40)] }
    many.set(`towns/t${at}`, { ...malvern, name: `Town ${at}`, intro: own })
  }
  expect(findHints(many).length).toBeGreaterThan(100)
})
