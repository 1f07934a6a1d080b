// One status of the board with its newest cards; a card can be dropped on it.
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { enquiryStatuses } from '#schemas/enquiry.ts'
import { Button } from '#ui/button/button.tsx'
import { standingsQuery } from '../../customers/customers.ts'
import { type EnquiryPage, maxCounted } from '../enquiries.ts'
import { Card, type CardProps } from './card.tsx'
import type { ChooseColumn, ColumnStatus } from './card-move.ts'

interface ColumnProps extends Pick<CardProps, 'canDrag'> {
  status: ColumnStatus
  /** Undefined while it loads. */
  page: EnquiryPage | undefined
  openId: string | undefined
  /** The card that was just moved and had the focus. */
  movedId: string | undefined
  /** A card of another column is being dragged. */
  canDrop: boolean
  onDrop(): void
  onMore(): void
  onOpen(id: string): void
  onMove(id: string, choose: ChooseColumn): void
  onDrag(id: string | undefined): void
}

export function Column(props: ColumnProps) {
  const { status, page, openId, movedId, canDrag, canDrop, onDrop, onMore } = props
  const enquiries = page?.enquiries ?? []
  const { data: standings } = useQuery(standingsQuery(enquiries))
  const [isOver, setIsOver] = useState(false)
  const isMore = page !== undefined && enquiries.length < (page.total ?? Number.POSITIVE_INFINITY)
  const id = columnId(status)
  const allowDrop = (event: DragEvent) => {
    if (!canDrop) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setIsOver(true)
  }
  return (
    <section
      className="board-column"
      id={id}
      aria-labelledby={`${id}-name`}
      data-over={(isOver && canDrop) || undefined}
      onDragEnter={allowDrop}
      onDragOver={allowDrop}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        if (canDrop) onDrop()
      }}
    >
      <h3 id={`${id}-name`}>
        {enquiryStatuses[status]} <Count page={page} />
      </h3>
      {page && enquiries.length === 0 && <p className="soft board-none">None</p>}
      <ul className="board-cards" onKeyDown={moveBetweenCards}>
        {enquiries.map((enquiry) => (
          <Card
            key={enquiry.id}
            enquiry={enquiry}
            standing={standings?.get(enquiry.id)}
            isOpen={enquiry.id === openId}
            canDrag={canDrag}
            getsFocus={enquiry.id === movedId}
            onOpen={() => props.onOpen(enquiry.id)}
            onMove={(choose) => props.onMove(enquiry.id, choose)}
            onDrag={(isDragged) => props.onDrag(isDragged ? enquiry.id : undefined)}
          />
        ))}
      </ul>
      {isMore && (
        <Button onClick={onMore}>
          Show more<span className="unseen"> of {enquiryStatuses[status]}</span>
        </Button>
      )}
    </section>
  )
}

export const columnId = (status: ColumnStatus) => `column-${status}`

export function Count({ page }: { page: EnquiryPage | undefined }) {
  if (!page) return null
  return (
    <span className="badge">
      {page.total === undefined ? `${format(maxCounted)}+` : format(page.total)}
    </span>
  )
}

const format = (count: number) => count.toLocaleString('en-GB')

function moveBetweenCards(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || event.altKey || event.defaultPrevented) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.row-link')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (at === -1) return
  event.preventDefault()
  links[at + step]?.focus()
}
