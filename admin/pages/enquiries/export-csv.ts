// Writes what is filtered into a file, telling how far it is.
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
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `enquiries-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  URL.revokeObjectURL(url)
  return rows
}
