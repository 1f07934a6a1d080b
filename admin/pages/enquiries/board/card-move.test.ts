import { expect, test } from 'vitest'
import type { Enquiry } from '#schemas/tables.ts'
import { withChanged, withMoved } from './card-move.ts'

const card = (id: string, created_at: string, status = 'new') =>
  ({ id, created_at, status, waiting_until: '2026-12-01', version: 1 }) as Enquiry
const newest = card('a', '2026-11-16T12:00:00Z')
const oldest = card('b', '2026-11-14T12:00:00Z')
const moved = { card: card('c', '2026-11-15T12:00:00Z', 'quoted'), status: 'won' } as const
const ids = (page: { enquiries: Enquiry[] }) => page.enquiries.map(({ id }) => id)

test('a card leaves its column and stands by its date in the other', () => {
  const from = withMoved({ enquiries: [moved.card, oldest], total: 7 }, 'quoted', moved)
  expect([ids(from), from.total]).toEqual([['b'], 6])
  const to = withMoved({ enquiries: [newest, oldest], total: 2 }, 'won', moved)
  expect([ids(to), to.total]).toEqual([['a', 'c', 'b'], 3])
  expect(to.enquiries[1]).toMatchObject({ status: 'won', waiting_until: null })
})

test('other columns stay as they are, and what is not counted stays so', () => {
  const other = { enquiries: [newest], total: 1 }
  expect(withMoved(other, 'new', moved)).toBe(other)
  expect(withMoved({ enquiries: [], total: undefined }, 'won', moved).total).toBeUndefined()
})

test('twice moved is moved once', () => {
  const once = withMoved({ enquiries: [newest], total: 1 }, 'won', moved)
  expect(withMoved(once, 'won', moved)).toEqual(once)
})

test('what the server answers replaces the card only where it is', () => {
  const changed = { ...moved.card, status: 'won', version: 2 } as Enquiry
  const page = withMoved({ enquiries: [newest], total: 1 }, 'won', moved)
  expect(withChanged(page, changed).enquiries[1]?.version).toBe(2)
  const elsewhere = { enquiries: [moved.card], total: 1 }
  expect(withChanged(elsewhere, changed).enquiries[0]?.version).toBe(1)
})
