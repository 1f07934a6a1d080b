import { Button } from '#ui/button/button.tsx'

export interface PagerProps {
  page: number
  pageSize: number
  /** How many rows this page has. */
  shown: number
  /** Undefined: more than `maxCounted`. */
  total: number | undefined
  maxCounted?: number
  onPage(page: number): void
}

export function Pager({ page, pageSize, shown, total, maxCounted = 0, onPage }: PagerProps) {
  const first = (page - 1) * pageSize + 1
  const last = first + shown - 1
  const all = (total ?? maxCounted).toLocaleString('en-GB')
  const isLast = total === undefined ? shown < pageSize : last >= total
  return (
    <nav className="pager" aria-label="Pages">
      <p className="soft" role="status">
        {shown === 0
          ? 'None on this page'
          : `${formatNumber(first)} to ${formatNumber(last)} of ${total === undefined ? `more than ${all}` : all}`}
      </p>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button disabled={isLast} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

const formatNumber = (count: number) => count.toLocaleString('en-GB')
