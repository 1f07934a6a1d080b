import { useQuery } from '@tanstack/react-query'
import { failedQuery } from './mail.ts'

/** Above every tab, for as long as something has not gone out. */
export function FailedBanner({ onOpen }: { onOpen(): void }) {
  const { data: failed } = useQuery(failedQuery)
  if (!failed || failed.length === 0) return null
  const what = failed.length === 1 ? 'One delivery has' : `${failed.length} deliveries have`
  return (
    <p className="banner">
      {what} failed.
      <button type="button" className="link" onClick={onOpen}>
        See and send again
      </button>
    </p>
  )
}
