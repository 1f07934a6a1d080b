// Parses CSV: quoted cells may hold commas, quotes and line breaks.
export interface CsvRow {
  cells: string[]
  /** Line number in the file, from 1, as an editor shows it. */
  line: number
}

export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let row: string[] = []
  let line = 1
  let startedAt = 1
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((value) => value !== '')) rows.push({ cells: row, line: startedAt })
    row = []
    startedAt = line
  }
  const characters = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at]
    if (character === '\n') line += 1
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (characters[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === ',') endCell()
    else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  endRow()
  return rows
}
