// Moves the selected enquiries to one status, or assigns them to one colleague, with undo; or answers
// them. Lost asks for one reason, which applies to all that have none yet.
import { useEffect, useRef, useState } from 'react'
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { useColleagueNames } from './colleagues.ts'
import { type Assignment, useAssignments } from './use-assignments.ts'
import { type Move, useMoves } from './use-moves.ts'

/** What takes the last change of several back. */
export type Undoable = { moves: Move[] } | { assignments: Assignment[] }

export interface BulkBarProps {
  selected: Enquiry[]
  onChanged(back: Undoable): void
  onAnswer(): void
  onClear(): void
}

export function BulkBar({ selected, onChanged, onAnswer, onClear }: BulkBarProps) {
  const [status, setStatus] = useState<EnquiryStatus>('contacted')
  const back = useRef<Move[]>([])
  // Not as a callback of `mutate`: after the refetch this bar may be unmounted, and its callbacks dropped.
  const move = useMoves(() => onChanged({ moves: back.current }))
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
      <AssignTo selected={selected} onAssigned={(assignments) => onChanged({ assignments })} />
      <Button onClick={onAnswer}>Answer…</Button>
      <Button onClick={onClear}>Clear selection</Button>
    </form>
  )
}

interface AssignToProps {
  selected: Enquiry[]
  onAssigned(back: Assignment[]): void
}

function AssignTo({ selected, onAssigned }: AssignToProps) {
  const names = useColleagueNames()
  const [chosen, setChosen] = useState<string>()
  const back = useRef<Assignment[]>([])
  const assign = useAssignments(() => onAssigned(back.current))
  // The user's own id is the first; empty: nobody.
  const to = chosen ?? Object.keys(names)[0] ?? ''
  return (
    <>
      <select
        className="input"
        aria-label="Assign selected enquiries to"
        value={to}
        onChange={({ target }) => setChosen(target.value)}
      >
        {Object.entries(names).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="">Nobody</option>
      </select>
      <Button
        // Not before it is known who there is.
        isBusy={assign.isPending || Object.keys(names).length === 0}
        onClick={() => {
          back.current = assignmentsBack(selected, to || null)
          assign.mutate([{ ids: selected.map(({ id }) => id), to: to || null }])
        }}
      >
        {assign.isPending ? 'Assigning…' : 'Assign'}
      </Button>
    </>
  )
}

function assignmentsBack(selected: Enquiry[], from: string | null): Assignment[] {
  const before = new Map<string | null, string[]>()
  for (const { id, assigned_to: to } of selected) {
    before.set(to, [...(before.get(to) ?? []), id])
  }
  return [...before].map(([to, ids]) => ({ ids, to, from }))
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

/** Undo for the last change of several. */
export function UndoBar({ back, onUndone }: { back: Undoable; onUndone(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  const move = useMoves(onUndone)
  const assign = useAssignments(onUndone)
  const [count, done] =
    'moves' in back
      ? [back.moves.length, 'moved']
      : [back.assignments.flatMap(({ ids }) => ids).length, 'assigned']
  // It replaces the bar with the button just pressed, so it takes the focus.
  useEffect(() => button.current?.focus(), [])
  return (
    <p className="undo" role="status">
      {count === 1 ? `1 enquiry was ${done}.` : `${count} enquiries were ${done}.`}
      <Button
        ref={button}
        isBusy={move.isPending || assign.isPending}
        onClick={() =>
          'moves' in back ? move.mutate(back.moves) : assign.mutate(back.assignments)
        }
      >
        Undo
      </Button>
    </p>
  )
}
