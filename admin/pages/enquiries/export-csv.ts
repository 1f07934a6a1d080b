// Writes what is filtered into a file, telling how far it is.
import { saveFile } from '../../parts/save-file.ts'
import { csvHead, csvLines } from './csv.ts'
import { readAll } from './enquiries.ts'
import type { Filters } from './filters.ts'

export async function exportCsv(filters: Filters, onProgress: (rows: number) => void) {
  const parts = [csvHead]
  let rows = 0
  for await (const batch of readAll(filters)) {
    parts.push(csvLines(batch))
    rows += batch.length
    onProgress(rows)
  }
  saveFile(`enquiries-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv', parts)
  return rows
}
