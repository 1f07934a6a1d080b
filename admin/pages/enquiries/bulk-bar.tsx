// Moves the selected enquiries to one status, with undo, or answers them. Lost asks for one reason,
// which applies to all that have none yet.
import { useEffect, useRef, useState } from 'react'
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { type Move, useMoves } from './use-moves.ts'

export interface BulkBarProps {
  selected: Enquiry[]
  /** With the moves that undo it. */
  onMoved(back: Move[]): void
  onAnswer(): void
  onClear(): void
}

export function BulkBar({ selected, onMoved, onAnswer, onClear }: BulkBarProps) {
  const [status, setStatus] = useState<EnquiryStatus>('contacted')
  const back = useRef<Move[]>([])
  // Not as a callback of `mutate`: after the refetch this bar may be unmounted, and its callbacks dropped.
  const move = useMoves(() => onMoved(back.current))
  return (
    <form
      className="bulk"
      onSubmit={(event) => {
        event.preventDefault()
        const reason = new FormData(event.currentTarget).get('reason')
        back.current = selected.map(moveBack)
        move.mutate(movesTo(status, selected, String(reason ?? '')))
      }}
    >
      <p>{selected.length} selected</p>
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
      {status === 'lost' && (
        <input
          className="input"
          name="reason"
          maxLength={500}
          aria-label="Why were they lost?"
          placeholder="Why were they lost?"
        />
      )}
      <Button type="submit" kind="main" isBusy={move.isPending}>
        {move.isPending ? 'Moving…' : 'Move'}
      </Button>
      <Button onClick={onAnswer}>Answer…</Button>
      <Button onClick={onClear}>Clear selection</Button>
    </form>
  )
}

const moveBack = ({ id, status, lost_reason }: Enquiry): Move => ({
  ids: [id],
  status,
  lostReason: lost_reason ?? '',
})

/** Enquiries that have a reason keep it. */
function movesTo(status: EnquiryStatus, selected: Enquiry[], reason: string): Move[] {
  const idsOf = (enquiries: Enquiry[]) => enquiries.map(({ id }) => id)
  if (status !== 'lost' || !reason.trim()) return [{ ids: idsOf(selected), status }]
  const explained = selected.filter(({ lost_reason }) => lost_reason)
  const others = selected.filter(({ lost_reason }) => !lost_reason)
  return [
    { ids: idsOf(explained), status },
    { ids: idsOf(others), status, lostReason: reason },
  ].filter(({ ids }) => ids.length > 0)
}

/** Undo for the last bulk move. */
export function MovedBar({ back, onUndone }: { back: Move[]; onUndone(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  const undo = useMoves(onUndone)
  // It replaces the bar with the button just pressed, so it takes the focus.
  useEffect(() => button.current?.focus(), [])
  return (
    <p className="undo" role="status">
      {back.length === 1 ? '1 enquiry was moved.' : `${back.length} enquiries were moved.`}
      <Button ref={button} isBusy={undo.isPending} onClick={() => undo.mutate(back)}>
        Undo
      </Button>
    </p>
  )
}
