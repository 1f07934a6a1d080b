import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { exportCsv } from './export-csv.ts'
import type { Filters } from './filters.ts'

export interface ExportButtonProps {
  filters: Filters
  /** Undefined: too many to have been counted. */
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
