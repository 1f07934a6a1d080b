import { expect, test } from 'vitest'
import { londonOffsetMs, zone } from './zone.ts'

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: zone,
  dateStyle: 'short',
  timeStyle: 'medium',
})

test('the offset is that of the time zone database, around every change of the clocks', () => {
  const hourMs = 3_600_000
  const [from, until] = [Date.UTC(2020, 0, 1), Date.UTC(2045, 0, 1)]
  const wrong: string[] = []
  for (let at = from; at < until; at += hourMs / 2) {
    const moment = new Date(at)
    // Only March and October have changes; one moment a day stands for the rest.
    if (![2, 9].includes(moment.getUTCMonth()) && at % (24 * hourMs) !== 0) continue
    const shown = new Date(at + londonOffsetMs(moment)).toISOString().slice(0, 19).replace('T', ' ')
    if (clock.format(moment) !== shown) wrong.push(moment.toISOString())
  }
  expect(wrong).toEqual([])
})
