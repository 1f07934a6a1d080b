// The measured figures as a page of docs.
import type { Judged } from './evaluate.ts'

export interface Measured {
  /** Each family judged while it was held out. */
  heldOut: Judged[]
  /** Each message judged while it was held out, others of its family being taught. */
  known: Judged[]
  /** What was never taught, judged by the shipped model. */
  unseen: Judged[]
  shared: string[]
  taught: number
  bytes: number
}

export function reportOf({ unseen, shared, taught, bytes, ...measured }: Measured): string {
  const heldOut = measured.heldOut.filter(({ isBorder }) => !isBorder)
  const known = measured.known.filter(({ isBorder }) => !isBorder)
  const border = measured.heldOut.filter(({ isBorder }) => isBorder)
  const sources = shared.length > 0 ? `, ${shared.join(' and ')} among them` : ''
  return `# How well the spam filter judges

Written by \`npm run teach-judge\`; do not edit. ${taught} messages were taught${sources}.
The model has ${Math.round(bytes / 1000)} kB.

A family is a subject and a manner of writing. Where it is unknown, and in the lists, each family was judged by a
model that knew none of its messages: so the figures tell what to expect of a new kind of message. Where it is known,
each message was judged by a model that was taught others of its family, but not the message.

Some are taught to the shipped model alone, so that only the figures of messages never taught profit from them: those
written in the knowledge of the filter's errors (\`odd.jsonl\`), and hard cases whose families are not named
(\`sellers\`, \`tricks\`, \`customers\`). Sellers and customers who mention the same things (\`wants\`, \`pivots\`,
\`posers\`, \`pitches\`, \`approaches\`, \`suppliers\`, \`digital\`, \`seekers\`), and evasions beside honest messages as
odd (\`evasions\`), are measured apart: real mail brings far fewer of them.

\`seekers\` was written after the filter had held three genuine messages of \`unseen\` to \`unseen-3\`, all of people who
look for work. Nothing was taught in the knowledge of what becomes of \`unseen-4\` and \`unseen-5\`.

Thresholds are set so that 0.5 % of genuine messages of known family are held and 3 % held or marked. *Held* is in the spam
folder and not mailed; *marked* is delivered, with the mark “May be advertising”. In brackets: the interval of 95 % confidence (Wilson).

| | messages | held | held or marked |
|---|---|---|---|
| Spam, family unknown | ${shareRow(heldOut, 'spam')} |
| Genuine, family unknown | ${shareRow(heldOut, 'genuine')} |
${shared.flatMap((name) => bothRows(heldOut, name)).join('\n')}
| Spam, on the border, family unknown | ${shareRow(border, 'spam')} |
| Genuine, on the border, family unknown | ${shareRow(border, 'genuine')} |
| Spam, family known | ${shareRow(known, 'spam')} |
| Genuine, family known | ${shareRow(known, 'genuine')} |
${[...new Set(unseen.map(({ source }) => source))].flatMap((name) => unseenRows(unseen, name)).join('\n')}
| Spam, never taught, together | ${shareRow(unseen, 'spam')} |
| Genuine, never taught, together | ${shareRow(unseen, 'genuine')} |

## Spam by family

${familyTable(heldOut, 'spam')}

## Genuine by family

${familyTable(heldOut, 'genuine')}
`
}

function bothRows(heldOut: Judged[], source: string): string[] {
  const judged = heldOut.filter((one) => one.source === source)
  // A collection that the project has as well was read there.
  if (judged.length === 0) return []
  return [
    `| Spam of these, in \`${source}\` | ${shareRow(judged, 'spam')} |`,
    `| Genuine of these, in \`${source}\` | ${shareRow(judged, 'genuine')} |`,
  ]
}

function unseenRows(unseen: Judged[], source: string): string[] {
  const judged = unseen.filter((one) => one.source === source)
  return [
    `| Spam, never taught (\`${source}.jsonl\`) | ${shareRow(judged, 'spam')} |`,
    `| Genuine, never taught (\`${source}.jsonl\`) | ${shareRow(judged, 'genuine')} |`,
  ]
}

function shareRow(all: Judged[], label: Judged['label']): string {
  const judged = all.filter((one) => one.label === label)
  const held = judged.filter(({ verdict }) => verdict === 'spam').length
  const seen = judged.filter(({ verdict }) => verdict !== 'enquiry').length
  return `${judged.length} | ${share(held, judged.length)} | ${share(seen, judged.length)}`
}

function familyTable(all: Judged[], label: Judged['label']): string {
  const families = [...new Set(all.filter((one) => one.label === label).map((one) => one.family))]
  const rows = families
    .sort((a, b) => (a < b ? -1 : 1))
    .map((family) => {
      const judged = all.filter((one) => one.family === family)
      return `| ${family} | ${shareRow(judged, label)} |`
    })
  return ['| family | messages | held | held or marked |', '|---|---|---|---|', ...rows].join('\n')
}

const percent = (part: number) => (part * 100).toFixed(part > 0 && part < 0.1 ? 1 : 0)

function share(count: number, total: number): string {
  const [low, high] = wilson(count, total)
  return `${percent(count / total)} % (${percent(low)}–${percent(high)})`
}

/** The interval in which the true share lies with 95 % confidence. */
export function wilson(count: number, total: number): [low: number, high: number] {
  const z = 1.96
  const p = count / total
  const middle = p + (z * z) / (2 * total)
  const spread = z * Math.sqrt((p * (1 - p)) / total + (z * z) / (4 * total * total))
  const scale = 1 + (z * z) / total
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)]
}
