import { expect, test } from 'vitest'
import { callerQuotas } from './caller-quotas.ts'
import { QuotaExceeded } from './cpu-quotas.ts'

function startQuotas() {
  let moment = 1_000_000
  const staff = new Set<string>()
  const quotas = callerQuotas({
    scale: 1,
    now: () => moment,
    isStaff: async (session) => staff.has(session),
  })
  const spend = (network: string, session: string | undefined, ms: number) =>
    quotas.charge({ network, session }, async (spent) => {
      moment += 1
      spent(ms)
    })
  const wait = (ms: number) => {
    moment += ms
  }
  return { staff, spend, wait }
}

const home = (n: number) => `2001:db8:7:${n}::/64`

test('a session has one quota, whichever network it asks from', async () => {
  const { spend } = startQuotas()
  await spend('192.0.2.1', 'eve', 3000)
  await expect(spend('198.51.100.7', 'eve', 1)).rejects.toThrow(QuotaExceeded)
})

test('sessions without a role that come from one network share that', async () => {
  const { spend } = startQuotas()
  for (const account of ['a', 'b', 'c']) await spend('192.0.2.1', account, 1900)
  await expect(spend('192.0.2.1', 'd', 1)).rejects.toThrow(QuotaExceeded)
  await spend('198.51.100.7', 'd', 1)
})

test.each([
  ['visitors', () => undefined],
  ['sessions', (n: number) => `session ${n}`],
])('%s in many networks of one /48 share that', async (_, sessionOf) => {
  const { spend } = startQuotas()
  const all = Array.from({ length: 60 }, (_unused, n) => spend(home(n), sessionOf(n), 1900))
  const outcomes = await Promise.allSettled(all)
  const served = outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(served).toBeGreaterThan(3)
  expect(served).toBeLessThan(20)
  await expect(spend(home(60), sessionOf(60), 1)).rejects.toThrow(QuotaExceeded)
  await spend('2001:db8:8:1::/64', sessionOf(61), 1)
})

test('staff are not kept waiting by others of their network, not even at their first request', async () => {
  const { staff, spend } = startQuotas()
  await spend('192.0.2.1', 'eve', 90_000)
  staff.add('ann')
  await spend('192.0.2.1', 'ann', 9000)
  await spend('192.0.2.1', 'ann', 1)
})

test('another session of the same person has a quota of its own', async () => {
  const { staff, spend } = startQuotas()
  staff.add('at the desk')
  await spend('198.51.100.7', 'stolen or ended', 90_000)
  await spend('192.0.2.1', 'at the desk', 1)
})

test('who is staff is asked again after a while', async () => {
  const { staff, spend, wait } = startQuotas()
  staff.add('ann')
  await spend('192.0.2.1', 'ann', 3000)
  staff.delete('ann')
  wait(61_000)
  await spend('192.0.2.1', 'ann', 9000)
  await expect(spend('192.0.2.1', 'ann', 1)).rejects.toThrow(QuotaExceeded)
})
