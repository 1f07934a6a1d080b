import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountMailsQuery, failedQuery } from './mail.ts'

/** Above every tab, for as long as something has not gone out. */
export function FailedBanner() {
  const { data: deliveries = [] } = useQuery(failedQuery)
  const { data: mails = [] } = useQuery(accountMailsQuery)
  const failed = [
    sayCount(deliveries.length, 'delivery', 'deliveries'),
    sayCount(mails.filter(({ state }) => state === 'failed').length, 'account mail'),
  ].filter((text) => text !== undefined)
  if (failed.length === 0) return null
  const sentence = failed.map(({ text }) => text).join(' and ')
  const isOne = failed.length === 1 && failed[0]?.isOne
  return (
    <p className="banner">
      {sentence.charAt(0).toUpperCase() + sentence.slice(1)} {isOne ? 'has' : 'have'} failed.
      <Link className="link" to="/admin/mail">
        See and send again
      </Link>
    </p>
  )
}

function sayCount(count: number, one: string, many = `${one}s`) {
  if (count === 0) return undefined
  return { text: count === 1 ? `one ${one}` : `${count} ${many}`, isOne: count === 1 }
}
