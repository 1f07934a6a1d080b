// A card of the board. It is dragged with a mouse, and moved by its menu or by Alt with an arrow key.
import { ArrowLeftRight } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { enquiryStatuses } from '#schemas/enquiry.ts'
import { formatPounds } from '#schemas/money.ts'
import type { Enquiry, EnquiryStanding } from '#schemas/tables.ts'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { StandingMark } from '../../customers/standing.tsx'
import { useAssignedNames } from '../colleagues.ts'
import { DoubtfulMark, ReplyDueBadge } from '../enquiry-badges.tsx'
import { titleOf } from '../enquiry-table.tsx'
import { useOvertaken } from '../use-change.ts'
import { type ChooseColumn, columnStatuses } from './card-move.ts'

export interface CardProps {
  enquiry: Enquiry
  standing: EnquiryStanding | undefined
  isOpen: boolean
  /** A touch scrolls instead. */
  canDrag: boolean
  /** It was just moved by keyboard or menu, and had the focus. */
  getsFocus: boolean
  onOpen(): void
  onMove(choose: ChooseColumn): void
  onDrag(isDragged: boolean): void
}

export function Card(props: CardProps) {
  const { enquiry, standing, isOpen, canDrag, onOpen, onMove, onDrag } = props
  const { id, service, town, postcode, address } = enquiry
  const assignedName = useAssignedNames()(enquiry)
  const opener = useFocusOnMount(props.getsFocus)
  const title = titleOf(enquiry)
  return (
    <li
      className={isOpen ? 'board-card is-open' : 'board-card'}
      draggable={canDrag}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        // Firefox drags only what has data. Not the name: it could be dropped into another page.
        dataTransfer.setData('text/plain', enquiry.reference ?? '')
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
      onKeyDown={(event) => moveByKeyboard(event, onMove)}
    >
      <button
        ref={opener}
        type="button"
        className="row-link"
        id={`open-${id}`}
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
        onClick={onOpen}
      >
        {title}
      </button>
      <StandingMark standing={standing} />
      <p className="board-card-line">
        {[service, town ?? postcode ?? address].filter(Boolean).join(', ')}
      </p>
      <p className="board-card-facts">
        {enquiry.waiting_until ? (
          <ReplyDueBadge enquiry={enquiry} />
        ) : (
          <span className="soft">
            <RelativeTime at={enquiry.created_at} />
          </span>
        )}
        <DoubtfulMark enquiry={enquiry} />
        <Value enquiry={enquiry} />
      </p>
      {assignedName && (
        <p className="soft cell-line">
          <span className="unseen">Assigned to </span>
          {assignedName}
        </p>
      )}
      <Menu
        kind="quiet"
        className="board-card-menu"
        name={`Move ${title} to`}
        groups={() => [{ name: 'Status', items: moveItems(enquiry, onMove) }]}
      >
        <ArrowLeftRight aria-hidden="true" />
        <span>
          Move to…<span className="unseen"> {title}</span>
        </span>
      </Menu>
      <Overtaken id={id} />
    </li>
  )
}

function Value({ enquiry: { won_pence, quote_pence } }: { enquiry: Enquiry }) {
  const pence = won_pence ?? quote_pence
  if (pence === null) return null
  return (
    <strong>
      <span className="unseen">{won_pence === null ? 'Quote ' : 'Won '}</span>
      {formatPounds(pence)}
    </strong>
  )
}

/** Stays on the card until it is moved again, or dismissed in the record. */
function Overtaken({ id }: { id: string }) {
  const [overtaken] = useOvertaken(id)
  if (!overtaken) return null
  return (
    <p className="board-card-line late">
      {[`${overtaken.by ?? 'Somebody else'} changed it meanwhile.`, ...overtaken.changes].join(' ')}
    </p>
  )
}

function moveItems({ status }: Enquiry, onMove: CardProps['onMove']) {
  return columnStatuses.map((key) => ({
    key,
    label: enquiryStatuses[key],
    isChosen: key === status,
    onChoose: () => onMove(() => key),
  }))
}

function moveByKeyboard(event: KeyboardEvent, onMove: CardProps['onMove']): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!step || !event.altKey || event.ctrlKey || event.metaKey) return
  // Also at the edge: Alt+Left would leave the page.
  event.preventDefault()
  onMove((now) => columnStatuses[columnStatuses.indexOf(now) + step])
}

const nearest = { block: 'nearest', inline: 'nearest' } as const

function useFocusOnMount(getsFocus: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  const isWanted = useRef(getsFocus)
  // Before the browser takes the next key.
  useLayoutEffect(() => {
    // Only while nothing else has it: the card left the column in which it had the focus.
    if (!isWanted.current || document.activeElement !== document.body) return
    ref.current?.focus({ preventScroll: true })
    // On a phone the column in which the card was stays: its next card is to be looked at.
    if (ref.current?.matches(':focus-visible')) ref.current.scrollIntoView(nearest)
  }, [])
  return ref
}
