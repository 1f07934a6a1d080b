import { Download } from 'lucide-react'
import { useState } from 'react'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { exportCsv } from './export-csv.ts'
import type { Filters } from './filters.ts'

export function ExportButton({ filters, total }: { filters: Filters; total: number }) {
  const [done, setDone] = useState<number>()
  async function run() {
    setDone(0)
    try {
      const rows = await exportCsv(filters, setDone)
      showSuccess(`${rows.toLocaleString('en-GB')} enquiries exported`)
    } catch (error) {
      showError(toMessage(error, 'Failed to export enquiries'))
    }
    setDone(undefined)
  }
  return (
    <button
      type="button"
      className="btn"
      disabled={done !== undefined || total === 0}
      onClick={() => void run()}
    >
      <Download aria-hidden="true" />
      <span className="btn-text">
        {done === undefined ? 'Export CSV' : `Exporting ${done} of ${total}…`}
      </span>
    </button>
  )
}
