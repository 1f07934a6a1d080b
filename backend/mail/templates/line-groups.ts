// Lists under headings: what a colleague's day brings, each line with a link to its record.
import { oneLine } from '../message.ts'
import { asLine, escapeHtml } from './escape.ts'

export interface GroupLine {
  /** Visitors' words are in it. */
  text: string
  note: string
  href: string
}

export interface LineGroup {
  heading: string
  lines: GroupLine[]
  /** How many there are beyond these lines. */
  more: number
  /** There may be further ones: nobody counted them. */
  isMoreAtLeast?: boolean
}

export function groupsHtml(groups: LineGroup[], colour: string): string {
  return groups
    .map((group) => {
      const items = group.lines.map(
        ({ text, note, href }) =>
          `<li style="margin:0 0 8px;word-break:break-word"><a href="${escapeHtml(href)}" dir="auto" style="color:${colour}">${escapeHtml(plain(text))}</a><br><span style="color:#475a50;font-size:14px">${escapeHtml(plain(note))}</span></li>`,
      )
      const more = describeMore(group)
      return [
        `<h2 style="margin:24px 0 8px;font-size:17px">${escapeHtml(group.heading)}</h2>`,
        `<ul style="margin:0 0 16px;padding-left:22px">${items.join('')}</ul>`,
        ...(more ? [`<p style="margin:0 0 16px">${more}</p>`] : []),
      ].join('\n')
    })
    .join('\n')
}

export function groupsText(groups: LineGroup[]): string {
  return groups
    .map((group) =>
      [
        group.heading,
        ...group.lines.map(
          ({ text, note, href }) => `- ${plain(text)} (${plain(note)})\n  ${href}`,
        ),
        ...[describeMore(group)].filter(Boolean),
      ].join('\n'),
    )
    .join('\n\n')
}

const plain = (words: string) => asLine(oneLine(words))

function describeMore({ more, isMoreAtLeast }: LineGroup): string {
  if (more <= 0) return ''
  return `and ${isMoreAtLeast ? 'at least ' : ''}${more.toLocaleString('en-GB')} more`
}
