// Above every tab, for as long as something has not gone out.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failedMailsQuery, heldUpQuery } from './mail.ts'
import { clockTime, reasonOf } from './mail-words.ts'

export function FailedBanner() {
  return (
    <>
      <HeldUp />
      <GivenUp />
    </>
  )
}

/** The office does not hear of new enquiries: said from the second failed try on. */
function HeldUp() {
  const { data } = useQuery(heldUpQuery)
  if (!data?.first) return null
  const { created_at, last_error } = data.first
  const reason = reasonOf(last_error)
  return (
    <p className="banner" role="status">
      {data.count === 1 ? '1 mail' : `${data.count.toLocaleString('en-GB')} mails`} to the office
      could not be delivered since {clockTime(new Date(created_at))}
      {reason && `: ${reason}`}.
      <Link className="link" to="/admin/mail" search={{ search: '', state: '', page: 1 }}>
        See Mail
      </Link>
    </p>
  )
}

/** What failed beside the mails that are said above. */
function GivenUp() {
  const { data } = useQuery(failedMailsQuery)
  const failed = data?.mails.filter(({ about, tries }) => about !== 'office_mail' || tries < 2)
  if (!data || !failed || failed.length === 0) return null
  const isMore = data.total === null || data.total > data.mails.length
  const count = `${failed.length}${isMore ? ' or more' : ''}`
  return (
    <p className="banner">
      {failed.length === 1 && !isMore ? '1 mail has failed.' : `${count} mails have failed.`}
      <Link className="link" to="/admin/mail" search={{ search: '', state: 'failed', page: 1 }}>
        See and try again
      </Link>
    </p>
  )
}
