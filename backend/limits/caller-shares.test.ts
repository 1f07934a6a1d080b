import { expect, test } from 'vitest'
import { callerShares } from './caller-shares.ts'
import { ShareUsedUp } from './time-shares.ts'

function startShares() {
  let moment = 1_000_000
  const shares = callerShares({ scale: 1, now: () => moment })
  const spend = (network: string, account: string | undefined, ms: number) =>
    shares.charge({ network, ...(account ? { account } : {}) }, async (spent) => {
      moment += 1
      spent(ms)
    })
  return { shares, spend }
}

const home = (n: number) => `2001:db8:7:${n}::/64`

test('an account has one share, whichever network it asks from', async () => {
  const { spend } = startShares()
  await spend('192.0.2.1', 'eve', 3000)
  await expect(spend('198.51.100.7', 'eve', 1)).rejects.toThrow(ShareUsedUp)
})

test('accounts without a role that come from one network share that', async () => {
  const { spend } = startShares()
  for (const account of ['a', 'b', 'c']) await spend('192.0.2.1', account, 1900)
  await expect(spend('192.0.2.1', 'd', 1)).rejects.toThrow(ShareUsedUp)
  await spend('198.51.100.7', 'd', 1)
})

test.each([
  ['visitors', () => undefined],
  ['accounts', (n: number) => `account ${n}`],
])('%s in many networks of one /48 share that', async (_, accountOf) => {
  const { spend } = startShares()
  const all = Array.from({ length: 60 }, (_unused, n) => spend(home(n), accountOf(n), 1900))
  const outcomes = await Promise.allSettled(all)
  const served = outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(served).toBeGreaterThan(3)
  expect(served).toBeLessThan(20)
  await expect(spend(home(60), accountOf(60), 1)).rejects.toThrow(ShareUsedUp)
  await spend('2001:db8:8:1::/64', accountOf(61), 1)
})

test('staff are counted by themselves, until they are staff no more', async () => {
  const { shares, spend } = startShares()
  await spend('192.0.2.1', 'eve', 9000)
  shares.know('ann', true)
  await spend('192.0.2.1', 'ann', 9000)
  await spend('192.0.2.1', 'ann', 1)
  shares.know('ann', false)
  await expect(spend('192.0.2.1', 'ann', 1)).rejects.toThrow(ShareUsedUp)
})
