// The names of the columns, on a phone: one column fills the screen, and these lead to the others.
import { type RefObject, useEffect, useState } from 'react'
import { enquiryStatuses } from '#schemas/enquiry.ts'
import type { EnquiryPage } from '../enquiries.ts'
import { type ColumnStatus, columnStatuses } from './card-move.ts'
import { Count, columnId } from './column.tsx'

interface ColumnLinksProps {
  board: RefObject<HTMLElement | null>
  pages: Record<ColumnStatus, EnquiryPage | undefined>
}

export function ColumnLinks({ board, pages }: ColumnLinksProps) {
  const current = useColumnInView(board)
  useEffect(() => {
    const link = document.getElementById(linkId(current))
    const row = link?.parentElement
    // Not scrollIntoView, which would scroll the page too.
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <nav className="board-links" aria-label="Columns">
      {columnStatuses.map((status) => (
        <button
          key={status}
          type="button"
          id={linkId(status)}
          aria-current={status === current || undefined}
          onClick={() => show(board.current, status)}
        >
          {enquiryStatuses[status]} <Count page={pages[status]} />
        </button>
      ))}
    </nav>
  )
}

const linkId = (status: ColumnStatus) => `to-${columnId(status)}`

function show(board: HTMLElement | null, status: ColumnStatus): void {
  const column = document.getElementById(columnId(status))
  if (board && column) board.scrollTo({ left: column.offsetLeft - board.offsetLeft })
}

function useColumnInView(board: RefObject<HTMLElement | null>): ColumnStatus {
  const [current, setCurrent] = useState<ColumnStatus>('new')
  useEffect(() => {
    const element = board.current
    if (!element) return
    const measure = () => {
      const at = Math.round(element.scrollLeft / Math.max(1, element.clientWidth))
      setCurrent(columnStatuses[at] ?? 'new')
    }
    element.addEventListener('scroll', measure, { passive: true })
    return () => element.removeEventListener('scroll', measure)
  }, [board])
  return current
}
