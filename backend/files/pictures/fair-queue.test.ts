import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

function queueOf(maxWaiting: number, items: string) {
  const queue = fairQueue<string>(maxWaiting)
  const left = items.split(' ').flatMap((item) => queue.add(item[0] ?? '', item) ?? [])
  const order = []
  for (let item = queue.next(); item; item = queue.next()) order.push(item)
  return { order: order.join(' '), left: left.join(' ') }
}

test.each([
  ['one sender is served in order', 9, 'a1 a2 a3', 'a1 a2 a3', ''],
  ['senders take turns', 9, 'a1 a2 a3 b1 b2 c1', 'a1 b1 c1 a2 b2 a3', ''],
  ['a sender who fills the queue is refused', 3, 'a1 a2 a3 a4', 'a1 a2 a3', 'a4'],
  ['a newcomer takes the place of the one with most', 3, 'a1 a2 a3 b1', 'a1 b1 a2', 'a3'],
  ['until all have the same', 4, 'a1 a2 a3 a4 b1 b2 b3', 'a1 b1 a2 b2', 'a4 a3 b3'],
  ['a full queue of single items refuses', 2, 'a1 b1 c1', 'a1 b1', 'c1'],
])('%s', (_, maxWaiting, items, order, left) => {
  expect(queueOf(maxWaiting, items)).toEqual({ order, left })
})

test('what waits is given back when the queue is emptied', () => {
  const queue = fairQueue<string>(5)
  queue.add('a', 'a1')
  queue.add('b', 'b1')
  expect(queue.empty()).toEqual(['a1', 'b1'])
  expect(queue.next()).toBeUndefined()
})
