// CSV as in RFC 4180: parses rows, and writes the header line of a response.
import { bodyTooLarge, invalidBody } from './problems.ts'

/**
 * Each line as an object with the header's names as keys; an unquoted NULL is null. The names appear
 * once in the text but once per line in the result, so the limit applies to the result.
 */
export function parseCsv(text: string, maxBytes: number): Record<string, string | null>[] {
  const [header, ...lines] = parseLines(text)
  if (!header) throw invalidBody('Empty or invalid csv')
  const named = Buffer.byteLength(header.join('","')) * lines.length
  if (named > maxBytes) throw bodyTooLarge(maxBytes)
  return lines.map((line) => {
    if (line.length !== header.length) {
      throw invalidBody('All lines must have same number of fields')
    }
    const cells = header.map((name, index) => {
      const cell = line[index] ?? ''
      return [name, cell === 'NULL' ? null : cell]
    })
    return Object.fromEntries(cells)
  })
}

export function csvLine(cells: string[]): string {
  return cells
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')
}

const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function parseLines(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let position = 0
  while (position < text.length) {
    cellPattern.lastIndex = position
    const match = cellPattern.exec(text)
    if (!match) throw invalidBody('Empty or invalid csv')
    const [all, quoted, plain = '', end] = match
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    position += all.length
    if (end === ',' && position === text.length) line.push('')
    if (end !== ',' || position === text.length) {
      lines.push(line)
      line = []
    }
  }
  return lines
}
