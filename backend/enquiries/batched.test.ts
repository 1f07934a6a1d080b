import { expect, test } from 'vitest'
import { batched } from './batched.ts'

const tick = () => new Promise((resolve) => setTimeout(resolve, 5))

function doubling() {
  const groups: number[][] = []
  const double = batched<number, number>({
    async together(inputs) {
      groups.push(inputs)
      await tick()
      if (inputs.includes(13)) throw new Error('thirteen spoils a group')
      return inputs.map((input) => input * 2)
    },
    async alone(input) {
      groups.push([input])
      await tick()
      if (input === 13) throw new Error('thirteen')
      return input * 2
    },
  })
  return { double, groups }
}

test('what arrives at once or meanwhile is done together, in order, at most twenty', async () => {
  const { double, groups } = doubling()
  const inputs = Array.from({ length: 45 }, (_, i) => i + 100)
  expect(await Promise.all(inputs.map(double))).toEqual(inputs.map((input) => input * 2))
  expect(groups.map(({ length }) => length)).toEqual([20, 20, 5])
  expect(groups.flat()).toEqual(inputs)
  const first = double(7)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await Promise.all([first, double(8), double(9)])).toEqual([14, 16, 18])
  expect(groups.slice(3)).toEqual([[7], [8, 9]])
})

test('one that fails is the only one that fails', async () => {
  const { double, groups } = doubling()
  const results = await Promise.allSettled([1, 2, 13, 4].map(double))
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(groups).toEqual([[1, 2, 13, 4], [1], [2], [13], [4]])
})
