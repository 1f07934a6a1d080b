// The list of enquiries, by default the longest waiting first; one opens beside the list.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Empty, Failed } from '../../parts/list-states.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useShortcut } from '../../parts/use-shortcut.ts'
import { BulkBar, MovedBar } from './bulk-bar.tsx'
import {
  enquiriesQuery,
  enquiryQuery,
  maxCounted,
  newCountQuery,
  overdueCountQuery,
  pageSize,
} from './enquiries.ts'
import { EnquiryDetail } from './enquiry-detail.tsx'
import { EnquiryTable } from './enquiry-table.tsx'
import { emptyEntry } from './entry-fields.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type Filters, isFiltered, noFilters } from './filters.ts'
import { KeysHelp } from './keys-help.tsx'
import { NewEnquiry } from './new-enquiry.tsx'
import { useEnquiryKeys } from './use-enquiry-keys.ts'
import type { Move } from './use-moves.ts'

export function EnquiriesTab() {
  const filters = useSearch({ from: '/admin/enquiries' })
  const { enquiryId: openId } = useParams({ strict: false })
  const navigate = useNavigate({ from: '/admin/enquiries' })
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [back, setBack] = useState<Move[]>()
  const [entry, setEntry] = useState(emptyEntry)
  const [isEntering, setIsEntering] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const section = useRef<HTMLElement>(null)
  useShortcut('n', startEntering)
  // Deferred, so that typing stays responsive while the list renders.
  const page = useQuery(enquiriesQuery(useDeferredValue(filters)))
  const enquiries = page.data?.enquiries ?? []
  const ids = enquiries.map(({ id }) => id)
  useEnquiryKeys({ section, ids, openId, onOpen: open })
  const selected = enquiries.filter(({ id }) => selectedIds.has(id))

  /** Keeps the open enquiry open. */
  function show(next: Filters) {
    setSelectedIds(new Set())
    setBack(undefined)
    void navigate({
      ...(openId
        ? { to: '/admin/enquiries/$enquiryId', params: { enquiryId: openId } }
        : { to: '/admin/enquiries' }),
      search: next,
      replace: true,
    })
  }

  function startEntering() {
    // On a phone the open enquiry covers the list, and the form with it.
    if (openId) void navigate({ to: '/admin/enquiries', search: filters })
    setIsEntering(true)
  }

  function stopEntering() {
    setIsEntering(false)
    opener.current?.focus()
  }

  function open(enquiryId: string) {
    void navigate({ to: '/admin/enquiries/$enquiryId', params: { enquiryId }, search: filters })
  }

  function close() {
    const id = openId
    void navigate({ to: '/admin/enquiries', search: filters })
    // Return the focus to the row that opened it.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`#open-${id}`)?.focus())
  }

  function endUndo() {
    setBack(undefined)
    // The focused button is removed with the bar, so move the focus.
    list.current?.querySelector<HTMLElement>('.pick')?.focus()
  }

  return (
    <section ref={section} aria-labelledby="enquiries-heading">
      <div className="toolbar">
        <h2 id="enquiries-heading">Enquiries</h2>
        <Waiting />
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
            filters={filters}
            total={page.data?.total}
            isEmpty={enquiries.length === 0}
          />
        </div>
      </div>
      {isEntering && (
        <NewEnquiry
          draft={entry}
          onChange={setEntry}
          onSaved={(id) => {
            setIsEntering(false)
            setEntry(emptyEntry())
            open(id)
          }}
          onClose={stopEntering}
        />
      )}
      <FilterBar filters={filters} onChange={show} />
      <div className={openId ? 'split split-open' : 'split'}>
        <div className="split-list" ref={list}>
          {selected.length > 0 && (
            <BulkBar
              selected={selected}
              onMoved={(moves) => {
                setSelectedIds(new Set())
                setBack(moves)
              }}
              onClear={() => setSelectedIds(new Set())}
            />
          )}
          {back && selected.length === 0 && <MovedBar back={back} onUndone={endUndo} />}
          {page.isPending && <Spinner label="Loading enquiries" />}
          {page.isError && !page.data && (
            <Failed text="The enquiries could not be loaded." onRetry={() => void page.refetch()} />
          )}
          {page.data && enquiries.length === 0 && (
            <Empty>
              {isOnlySpam(filters) ? (
                'The spam folder is empty.'
              ) : isFiltered(filters) ? (
                <>
                  No enquiry matches.{' '}
                  <button type="button" className="link" onClick={() => show(noFilters)}>
                    Show all
                  </button>
                </>
              ) : (
                'No enquiries yet. They appear here as soon as a visitor sends one, or you enter one.'
              )}
            </Empty>
          )}
          {enquiries.length > 0 && (
            <EnquiryTable
              enquiries={enquiries}
              openId={openId}
              onOpen={open}
              selectedIds={selectedIds}
              onSelect={setSelectedIds}
            />
          )}
          {page.data && (enquiries.length > 0 || filters.page > 1) && (
            <Pager
              page={filters.page}
              pageSize={pageSize}
              shown={enquiries.length}
              total={page.data.total}
              maxCounted={maxCounted}
              onPage={(next) => show({ ...filters, page: next })}
            />
          )}
        </div>
        {openId && (
          <OpenEnquiry
            key={openId}
            id={openId}
            listed={enquiries.find(({ id }) => id === openId)}
            onClose={close}
          />
        )}
      </div>
    </section>
  )
}

const isOnlySpam = (filters: Filters) =>
  filters.status === 'spam' && !isFiltered({ ...filters, status: '' })

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
