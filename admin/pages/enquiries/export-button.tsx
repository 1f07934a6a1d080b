// Exports the filtered enquiries as CSV, with progress.

import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { csvHead, csvLines } from './csv.ts'
import { readAll } from './enquiries.ts'
import type { Filters } from './filters.ts'
import { readWritten } from './written.ts'

export interface ExportButtonProps {
  filters: Filters
  /** Undefined: too many to count. */
  total: number | undefined
  isEmpty: boolean
}

export function ExportButton({ filters, total, isEmpty }: ExportButtonProps) {
  const [done, setDone] = useState<number>()
  async function run() {
    setDone(0)
    try {
      const rows = await exportCsv(filters, setDone)
      const what = rows === 1 ? 'enquiry' : 'enquiries'
      showSuccess(`${rows.toLocaleString('en-GB')} ${what} exported`)
    } catch (error) {
      showError(toMessage(error, 'Failed to export enquiries'))
    }
    setDone(undefined)
  }
  return (
    <Button isBusy={done !== undefined || isEmpty} onClick={() => void run()}>
      <Download aria-hidden="true" />
      <span className="button-text">
        {done === undefined ? 'Export CSV' : formatProgress(done, total)}
      </span>
    </Button>
  )
}

function formatProgress(done: number, total: number | undefined): string {
  const far = done.toLocaleString('en-GB')
  return total === undefined ? `Exporting, ${far} so far…` : `Exporting ${far} of ${total}…`
}

/** Saves all enquiries that match the filters as a file. Returns how many. */
async function exportCsv(filters: Filters, onProgress: (rows: number) => void) {
  const parts = [csvHead]
  let rows = 0
  for await (const batch of readAll(filters)) {
    parts.push(csvLines(batch, await readWritten(batch.map(({ id }) => id))))
    rows += batch.length
    onProgress(rows)
  }
  saveFile(`enquiries-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv', parts)
  return rows
}
