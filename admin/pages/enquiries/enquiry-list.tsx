// The list with what can be done with several enquiries at once.
import type { UseQueryResult } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useRef, useState } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Empty, Failed } from '../../parts/list-states.tsx'
import { Pager } from '../../parts/pager.tsx'
import { BulkAnswer } from './bulk-answer/bulk-answer.tsx'
import { BulkBar, type Undoable, UndoBar } from './bulk-bar.tsx'
import { type EnquiryPage, maxCounted, pageSize } from './enquiries.ts'
import { EnquiryTable } from './enquiry-table.tsx'
import { type Filters, isFiltered, noFilters } from './filters.ts'
import { SpamMatches } from './spam-matches.tsx'
import { useEnquiryKeys } from './use-enquiry-keys.ts'

interface EnquiryListProps {
  filters: Filters
  page: UseQueryResult<EnquiryPage>
  openId: string | undefined
  section: RefObject<HTMLElement | null>
  onOpen(id: string): void
  onShow(changed: Partial<Filters>): void
}

export function EnquiryList({ filters, page, openId, section, onOpen, onShow }: EnquiryListProps) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [back, setBack] = useState<Undoable>()
  // As they were chosen: some may leave the list while the answer is written.
  const [answering, setAnswering] = useState<Enquiry[]>()
  const list = useRef<HTMLDivElement>(null)
  // As the list, so that the two are of one search.
  const listed = useDeferredValue(filters)
  // What is selected is of one page of one view.
  const address = JSON.stringify(filters)
  const [lastAddress, setLastAddress] = useState(address)
  if (address !== lastAddress) {
    setLastAddress(address)
    setSelectedIds(new Set())
    setBack(undefined)
  }
  const enquiries = page.data?.enquiries ?? []
  useEnquiryKeys({ section, ids: enquiries.map(({ id }) => id), openId, onOpen })
  const selected = enquiries.filter(({ id }) => selectedIds.has(id))
  const clear = () => setSelectedIds(new Set())
  /** For when the focused control is removed. */
  const focusList = () => list.current?.querySelector<HTMLElement>('.pick')?.focus()
  return (
    <div ref={list}>
      {answering && (
        <BulkAnswer
          enquiries={answering}
          onSent={clear}
          onClose={() => {
            setAnswering(undefined)
            requestAnimationFrame(focusList)
          }}
        />
      )}
      {selected.length > 0 && !answering && (
        <BulkBar
          selected={selected}
          onChanged={(undoable) => {
            clear()
            setBack(undoable)
          }}
          onAnswer={() => setAnswering(selected)}
          onClear={clear}
        />
      )}
      {back && selected.length === 0 && (
        <UndoBar
          back={back}
          onUndone={() => {
            setBack(undefined)
            focusList()
          }}
        />
      )}
      {page.isPending && <Spinner label="Loading enquiries" />}
      {page.isError && !page.data && (
        <Failed text="The enquiries could not be loaded." onRetry={() => void page.refetch()} />
      )}
      {page.data && enquiries.length === 0 && (
        <Empty>
          <NothingFound filters={filters} onShowAll={() => onShow(noFilters)} />
        </Empty>
      )}
      <SpamMatches
        filters={listed}
        isListed={page.isSuccess && !page.isPlaceholderData}
        onShow={onShow}
      />
      {enquiries.length > 0 && (
        <EnquiryTable
          enquiries={enquiries}
          openId={openId}
          onOpen={onOpen}
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
          onPage={(next) => onShow({ page: next })}
        />
      )}
    </div>
  )
}

function NothingFound({ filters, onShowAll }: { filters: Filters; onShowAll(): void }) {
  const isUnfilteredBut = (status: Filters['status']) =>
    filters.status === status && !isFiltered({ ...filters, status: '' })
  if (isUnfilteredBut('spam')) return 'The spam folder is empty.'
  if (isUnfilteredBut('overdue')) return 'No answer is overdue.'
  if (!isFiltered(filters)) {
    return 'No enquiries yet. They appear here as soon as a visitor sends one, or you enter one.'
  }
  return (
    <>
      No enquiry matches.{' '}
      <button type="button" className="link" onClick={onShowAll}>
        Show all
      </button>
    </>
  )
}
