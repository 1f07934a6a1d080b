// Text that grows when the judge looks through it: one character stands for up to eighteen. It is read
// before any limit, by the one thread that answers everybody.
import { expect, test } from 'vitest'
import { readEnquiry } from '#backend/enquiries/judge/judge.ts'
import { enquiryLimits } from '#schemas/enquiry.ts'

const area = { outwardCodes: ['WR14'], towns: ['Malvern'] }
/** CPU time, which does not include other processes. An ordinary message needs two. */
const mostMs = 40

test('no character makes a message slow to judge', { timeout: 300_000 }, () => {
  const slow = growingCharacters().flatMap((character) =>
    ['', ' ']
      .filter((gap) => isSlow((character + gap).repeat(enquiryLimits.message.max)))
      .map((gap) => character + gap),
  )
  expect(slow).toEqual([])
})

function growingCharacters(): string[] {
  const found: string[] = []
  for (let point = 0x80; point < 0x20000; point += 1) {
    if (point >= 0xd800 && point < 0xe000) continue
    const character = String.fromCodePoint(point)
    if (character.normalize('NFKC').length >= 3) found.push(character)
  }
  return found
}

/** A single slow run may have been a pause of the machine. */
const isSlow = (text: string) =>
  [1, 2, 3].every(() => timeOf(text.slice(0, enquiryLimits.message.max)) > mostMs)

function timeOf(message: string): number {
  const before = process.cpuUsage()
  readEnquiry({ name: 'Jane Doe', phone: '01684 000000', address: 'WR14 1AA', message }, area)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
