// The email that a colleague must get on Wednesday at eight, line by line, from what was done on Tuesday.
import { enquiryStatuses } from '#schemas/enquiry.ts'
import { type Colleague, genuine, type Standing, timeOn, tuesday, wednesday } from './outcomes.ts'

type Line = [standing: Standing, words: string]

/** `whom` is undefined for the owner, who has nothing of their own. */
export function expectedDigest(
  whom: Colleague | undefined,
  ids: ReadonlyMap<string, string>,
  origin: string,
): { subject: string; lines: string[] } {
  const opening = new Date(timeOn(wednesday, '08:00'))
  const waiting = genuine.filter(
    ({ status, assigned }) => status === 'new' && (!assigned || assigned === whom),
  )
  const overdue = waiting.filter(({ due }) => due < opening).sort(byDue)
  const due = waiting.filter(({ due }) => due >= opening).sort(byDue)
  const handled = genuine.filter((one) => !waiting.includes(one))
  const followUps = handled.filter(
    ({ followUp, assigned }) => followUp && assigned === whom && whom,
  )
  const nobodys = handled.filter(({ followUp, assigned }) => followUp && !assigned)
  const visits = genuine
    .filter(({ visit }) => visit?.by === whom && visit?.day === wednesday)
    .sort((a, b) => (a.visit?.clock ?? '').localeCompare(b.visit?.clock ?? ''))
  const alsoNew = handled
    .filter((one) => !followUps.includes(one) && !nobodys.includes(one))
    .sort((a, b) => b.arrived.getTime() - a.arrived.getTime())
  const groups: [heading: string, lines: Line[]][] = [
    ['Overdue answers', overdue.map((one) => [one, enquiryLine(one, promised(one))])],
    ['Due today', due.map((one) => [one, enquiryLine(one, promised(one))])],
    ['Your follow-ups', followUps.map((one) => [one, enquiryLine(one, 'for today')])],
    ['Your visits today', visits.map((one) => [one, visitLine(one)])],
    ['Unassigned', nobodys.map((one) => [one, enquiryLine(one, 'for today')])],
    ['Also new since yesterday', alsoNew.map((one) => [one, enquiryLine(one, standingOf(one))])],
  ]
  const told = groups.filter(([, lines]) => lines.length > 0)
  return {
    subject: `Wednesday 9 June: ${summary(groups.map(([, lines]) => lines.length))}`,
    lines: [
      'Wednesday 9 June',
      ...told.flatMap(([heading, lines]) => [
        ...['', heading],
        ...lines
          .slice(0, 20)
          .flatMap(([{ tag }, words]) => [
            `- ${words}`,
            `  ${origin}/admin/enquiries/${ids.get(tag)}`,
          ]),
        ...(lines.length > 20 ? [`and ${lines.length - 20} more`] : []),
      ]),
      ...['', 'Open Today:', `${origin}/admin/today`, ''],
      ...['You get this email each morning on which there is something.', ''],
      ...['Choose your emails under Account:', `${origin}/admin/account`],
    ],
  }
}

/** Promised for the same minute: the first to arrive stands first. */
const byDue = (a: Standing, b: Standing) =>
  a.due.getTime() - b.due.getTime() || a.arrived.getTime() - b.arrived.getTime()

const enquiryLine = ({ service, town, name }: Standing, note: string) =>
  `${town ? `${service}, ${town}` : service}: ${name} (${note})`

function promised({ at, due }: Standing): string {
  if (due <= new Date(timeOn(tuesday, '18:00'))) return 'promised by Tuesday 8 June, 6:00 pm'
  const [hours = 0, minutes = ''] = at < '18:00' ? split(at) : [18, '00']
  const half = hours < 12 ? 'am' : 'pm'
  return `promised by Wednesday 9 June, ${hours % 12 || 12}:${minutes} ${half}`
}

function split(clock: string): [number, string] {
  return [Number(clock.slice(0, 2)), clock.slice(3)]
}

const standingOf = ({ status, assigned }: Standing) =>
  [enquiryStatuses[status], assigned].filter(Boolean).join(', ')

function visitLine({ visit, name, town }: Standing): string {
  const { clock = '', minutes = 0, address } = visit ?? {}
  const [hours, begins] = split(clock)
  const ends = hours * 60 + Number(begins) + minutes
  const until = `${Math.floor(ends / 60)}:${String(ends % 60).padStart(2, '0')}`
  return `${clock} to ${until}: ${name}, ${town} (${address})`
}

function summary(counts: number[]): string {
  const words = ['overdue', 'due', 'follow-up', 'visit', 'unassigned', 'also new']
  return words
    .flatMap((word, at) => {
      const count = counts[at] ?? 0
      const isMany = count !== 1 && (word === 'follow-up' || word === 'visit')
      return count === 0 ? [] : [`${count} ${word}${isMany ? 's' : ''}`]
    })
    .join(', ')
}
