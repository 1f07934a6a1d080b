// The enquiries as a list, by default the longest waiting first, or as a board; one opens beside it.
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { useFormDraft } from '../../parts/drafts.ts'
import { useShortcut } from '../../parts/use-shortcut.ts'
import { Board } from './board/board.tsx'
import { enquiriesQuery, enquiryQuery, newCountQuery, overdueCountQuery } from './enquiries.ts'
import { EnquiryDetail } from './enquiry-detail.tsx'
import { EnquiryList } from './enquiry-list.tsx'
import { emptyEntry } from './entry-fields.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type Filters, noFilters, views } from './filters.ts'
import { KeysHelp } from './keys-help.tsx'
import { NewEnquiry } from './new-enquiry.tsx'
import { ViewsMenu } from './views/views-menu.tsx'

export function EnquiriesTab() {
  const filters = useSearch({ from: '/admin/enquiries' })
  const { enquiryId: openId } = useParams({ strict: false })
  const { today } = useLocation().state
  const navigate = useNavigate({ from: '/admin/enquiries' })
  const router = useRouter()
  const entry = useFormDraft('new-enquiry', 'form', emptyEntry)
  // What was begun is in sight again; only a press on the button takes the focus there.
  const [isEntering, setIsEntering] = useState(entry.isKept)
  const [isOpened, setIsOpened] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const section = useRef<HTMLElement>(null)
  useShortcut('n', startEntering)
  const isBoard = filters.view === 'board'
  // Deferred, so that typing stays responsive while the list renders.
  const page = useQuery({ ...enquiriesQuery(useDeferredValue(filters)), enabled: !isBoard })
  const enquiries = (isBoard ? undefined : page.data?.enquiries) ?? []

  // Every change starts from the address as it is, not as it was last rendered: two may come at once.
  const asItIs = (previous: Filters) => previous

  /** Keeps the open enquiry open. */
  function show(changed: Partial<Filters>) {
    void router.navigate({
      to: '.',
      search: (previous: Partial<Filters>) => ({ ...noFilters, ...previous, ...changed }),
      replace: true,
    })
  }

  function startEntering() {
    // On a phone the open enquiry covers the list, and the form with it.
    if (openId) void navigate({ to: '/admin/enquiries', search: asItIs })
    setIsEntering(true)
    setIsOpened(true)
  }

  function stopEntering() {
    setIsEntering(false)
    opener.current?.focus()
  }

  function open(enquiryId: string) {
    void navigate({
      to: '/admin/enquiries/$enquiryId',
      params: { enquiryId },
      search: asItIs,
      // The router would take the list to its top.
      resetScroll: false,
    })
  }

  async function close() {
    const id = openId
    if (today) {
      await navigate({ to: '/admin/today', search: today })
      document.querySelector<HTMLElement>(`.today a[href*="${id}"]`)?.focus()
      return
    }
    void navigate({ to: '/admin/enquiries', search: asItIs, resetScroll: false })
  }

  // However it was closed, also by the browser's Back, the focus returns to the row or card that opened
  // it; unless it went on elsewhere, as to the form of a new enquiry.
  const lastOpen = useRef(openId)
  useEffect(() => {
    const closed = lastOpen.current
    lastOpen.current = openId
    if (!closed || openId || document.activeElement !== document.body) return
    // After Back the router scrolls first.
    requestAnimationFrame(() =>
      section.current?.querySelector<HTMLElement>(`#open-${closed}`)?.focus(),
    )
  }, [openId])

  const shared = { filters, openId, section, onOpen: open }
  return (
    <section ref={section} aria-labelledby="enquiries-heading">
      <div className="toolbar">
        <h2 id="enquiries-heading">Enquiries</h2>
        <Waiting />
        <ViewsMenu filters={filters} onShow={show} />
        <ViewSwitch filters={filters} onShow={show} />
        <div className="toolbar-end">
          <KeysHelp />
          <Button
            ref={opener}
            kind="main"
            aria-keyshortcuts="n"
            aria-expanded={isEntering}
            onClick={() => (isEntering ? stopEntering() : startEntering())}
          >
            <Plus aria-hidden="true" />
            New enquiry
          </Button>
          <ExportButton
            filters={isBoard ? { ...filters, status: '' } : filters}
            total={isBoard ? undefined : page.data?.total}
            isEmpty={!isBoard && enquiries.length === 0}
          />
        </div>
      </div>
      {isEntering && (
        <NewEnquiry
          draft={entry.fields}
          takesFocus={isOpened}
          onChange={entry.change}
          onSaved={(id) => {
            setIsEntering(false)
            entry.forget()
            open(id)
          }}
          onClose={stopEntering}
          onDiscard={() => {
            entry.forget()
            stopEntering()
          }}
        />
      )}
      <FilterBar filters={filters} onChange={show} />
      <div className={openId ? 'split split-open' : 'split'}>
        <div className="split-list">
          {isBoard ? <Board {...shared} /> : <EnquiryList {...shared} page={page} onShow={show} />}
        </div>
        {openId && (
          <OpenEnquiry
            key={openId}
            id={openId}
            listed={enquiries.find(({ id }) => id === openId)}
            onClose={() => void close()}
          />
        )}
      </div>
    </section>
  )
}

/** The board has every status in its own column, newest first. */
const notOnBoard = { status: '', sort: noFilters.sort, page: 1 } as const

function ViewSwitch({
  filters,
  onShow,
}: {
  filters: Filters
  onShow(changed: Partial<Filters>): void
}) {
  return (
    <fieldset className="moves-buttons view-switch">
      <legend className="unseen">Show as</legend>
      {(Object.keys(views) as Filters['view'][]).map((view) => (
        <Button
          key={view}
          aria-pressed={filters.view === view}
          onClick={() => view !== filters.view && onShow({ ...notOnBoard, view })}
        >
          {views[view]}
        </Button>
      ))}
    </fieldset>
  )
}

interface OpenEnquiryProps {
  id: string
  /** The row from the list, shown until the single query has loaded. */
  listed: Enquiry | undefined
  onClose(): void
}

function OpenEnquiry({ id, listed, onClose }: OpenEnquiryProps) {
  const { data } = useQuery(enquiryQuery(id))
  const enquiry = data ?? listed
  return enquiry ? <EnquiryDetail enquiry={enquiry} onClose={onClose} /> : null
}

function Waiting() {
  const { data: unread } = useQuery(newCountQuery)
  const { data: overdue } = useQuery(overdueCountQuery)
  if (unread === undefined) return null
  return (
    <p className="soft">
      {unread === 0 ? 'Nothing is waiting' : `${unread} new`}
      {overdue ? <strong className="late">, {overdue} overdue</strong> : null}
    </p>
  )
}
