// A search under "All statuses" leaves the spam folder out, so it tells what it would have found there.
import { useQuery } from '@tanstack/react-query'
import { spamMatchesQuery } from './enquiries.ts'
import { type Filters, searchWords } from './filters.ts'

interface SpamMatchesProps {
  filters: Filters
  /** False while the list of this search is still being read: it comes first. */
  isListed: boolean
  onShow(changed: Partial<Filters>): void
}

export function SpamMatches({ filters, isListed, onShow }: SpamMatchesProps) {
  const isAsked = filters.status === '' && searchWords(filters.search).length > 0
  const { data: total } = useQuery({ ...spamMatchesQuery(filters), enabled: isAsked && isListed })
  if (!isAsked || !total) return null
  return (
    <p className="spam-matches">
      <button type="button" className="link" onClick={() => onShow({ status: 'spam', page: 1 })}>
        {total === 1 ? '1 match' : `${total} matches`} in the spam folder
      </button>
    </p>
  )
}
