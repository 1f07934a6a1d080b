// The enquiries as a board: a column per status, with the same filters and search as the list.
import { useQueries } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useRef, useState } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Failed } from '../../../parts/list-states.tsx'
import type { EnquiryPage } from '../enquiries.ts'
import type { Filters } from '../filters.ts'
import { useEnquiryKeys } from '../use-enquiry-keys.ts'
import { type ColumnStatus, columnStatuses } from './card-move.ts'
import { Column } from './column.tsx'
import { ColumnLinks } from './column-links.tsx'
import { columnQuery, columnSize } from './columns.ts'
import { LostReason } from './lost-reason.tsx'
import { useCanDrag } from './use-can-drag.ts'
import { useCardMoves } from './use-card-moves.ts'

interface BoardProps {
  filters: Filters
  openId: string | undefined
  section: RefObject<HTMLElement | null>
  onOpen(id: string): void
}

export function Board({ filters, openId, section, onOpen }: BoardProps) {
  const board = useRef<HTMLDivElement>(null)
  const [sizes, setSizes] = useState<Partial<Record<ColumnStatus, number>>>({})
  const [draggedId, setDraggedId] = useState<string>()
  const [movedId, setMovedId] = useState<string>()
  const [losing, setLosing] = useState<Enquiry>()
  const canDrag = useCanDrag()
  const { move, findCard } = useCardMoves()
  const sizeOf = (status: ColumnStatus) => sizes[status] ?? columnSize
  // Deferred, so that typing stays responsive while the board renders.
  const deferred = useDeferredValue(filters)
  const results = useQueries({
    queries: columnStatuses.map((status) => columnQuery(deferred, status, sizeOf(status))),
  })
  const pages = Object.fromEntries(
    columnStatuses.map((status, at) => [status, results[at]?.data]),
  ) as Record<ColumnStatus, EnquiryPage | undefined>
  const cards = columnStatuses.flatMap((status) => pages[status]?.enquiries ?? [])
  useEnquiryKeys({ section, ids: cards.map(({ id }) => id), openId, onOpen })
  const dragged = cards.find(({ id }) => id === draggedId)

  function moveTo(card: Enquiry | undefined, status: ColumnStatus) {
    if (!card || card.status === status) return
    if (status === 'lost') setLosing(card)
    else move({ card, status, lostReason: '' })
  }

  const failed = results.find(({ isError, data }) => isError && !data)
  if (failed) {
    const retry = () => results.forEach(({ refetch }) => void refetch())
    return <Failed text="The enquiries could not be loaded." onRetry={retry} />
  }
  return (
    <>
      <ColumnLinks board={board} pages={pages} />
      {results.every(({ isPending }) => isPending) && <Spinner label="Loading enquiries" />}
      <div ref={board} className="board">
        {columnStatuses.map((status) => (
          <Column
            key={status}
            status={status}
            page={pages[status]}
            openId={openId}
            movedId={movedId}
            canDrag={canDrag}
            canDrop={dragged !== undefined && dragged.status !== status}
            onDrop={() => {
              setDraggedId(undefined)
              moveTo(dragged, status)
            }}
            onMore={() => setSizes({ ...sizes, [status]: sizeOf(status) + columnSize })}
            onOpen={onOpen}
            onMove={(id, choose) => {
              const card = findCard(id)
              const to = card && choose(card.status as ColumnStatus)
              setMovedId(id)
              if (to) moveTo(card, to)
            }}
            onDrag={setDraggedId}
          />
        ))}
      </div>
      {losing && (
        <LostReason
          enquiry={losing}
          onLost={(lostReason) => move({ card: losing, status: 'lost', lostReason })}
          onClose={() => setLosing(undefined)}
        />
      )}
    </>
  )
}
