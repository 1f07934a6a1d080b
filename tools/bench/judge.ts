// What the spam filter costs: processor time for one enquiry, and the size of its model.
import { judge, readEnquiry } from '#backend/enquiries/judge/judge.ts'
import stored from '#backend/enquiries/judge/model.json' with { type: 'json' }
import { demoContent } from '#tools/demo-content.ts'
import { milliseconds } from './table.ts'

const rounds = 1_000
const usual =
  'Please quote for a patio of about 20 square metres behind the house. There are three steps.'
const long =
  'We have a long border along the drive which has been left for two years, and it is now full of bindweed, ground elder and brambles, with some good shrubs underneath that I should like to keep if that is possible. '
    .repeat(5)
    .slice(0, 1_000)

export function measureJudge(): string[][] {
  return [
    ['a usual enquiry', milliseconds(timeOf(usual)), 'at most 2 ms'],
    ['the longest enquiry', milliseconds(timeOf(long)), 'at most 2 ms'],
    ['model', `${Math.round(JSON.stringify(stored).length / 1000)} kB`, 'at most 300 kB'],
  ]
}

/** Processor time, which other processes do not add to. */
function timeOf(message: string): number {
  const sender = { name: 'Ann Lee', phone: '01632 960001', address: 'WR14 2AA' }
  const came = { isTrapped: false, filledInMs: 9_000, sameWordsFromOthers: 0 }
  const run = () =>
    judge(readEnquiry({ ...sender, message }, demoContent.area), {
      ...came,
    })
  for (let round = 0; round < rounds / 5; round += 1) run()
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / rounds
}
