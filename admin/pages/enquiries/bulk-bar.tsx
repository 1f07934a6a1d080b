import { useState } from 'react'
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import { Button } from '#ui/button/button.tsx'
import { useMove } from './use-move.ts'

export function BulkBar({ picked, onDone }: { picked: string[]; onDone(): void }) {
  const [status, setStatus] = useState<EnquiryStatus>('contacted')
  const move = useMove(onDone)
  return (
    <form
      className="bulk"
      onSubmit={(event) => {
        event.preventDefault()
        move.mutate({ ids: picked, status })
      }}
    >
      <p>{picked.length} selected</p>
      <select
        className="input"
        aria-label="Move selected enquiries to"
        value={status}
        onChange={({ target }) => setStatus(target.value as EnquiryStatus)}
      >
        {Object.entries(enquiryStatuses).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <Button type="submit" kind="main" isBusy={move.isPending}>
        {move.isPending ? 'Moving…' : 'Move'}
      </Button>
      <Button onClick={onDone}>Clear selection</Button>
    </form>
  )
}
