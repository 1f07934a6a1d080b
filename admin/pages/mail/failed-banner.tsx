// A banner above every tab while emails are undelivered.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { describeError, formatTime } from './describe-mail.ts'
import { delayedMailsQuery, failedMailsQuery, isOfficeMail } from './mail.ts'

export function FailedBanner() {
  return (
    <>
      <DelayedOfficeMails />
      <FailedMails />
    </>
  )
}

/** The office is not notified of new enquiries: shown from the second failed attempt on. */
function DelayedOfficeMails() {
  const { data } = useQuery(delayedMailsQuery)
  if (!data?.first) return null
  const { created_at, last_error } = data.first
  const reason = describeError(last_error)
  return (
    <p className="banner" role="status">
      {data.count === 1 ? '1 email' : `${data.count.toLocaleString('en-GB')} emails`} to the office
      could not be delivered since {formatTime(new Date(created_at))}
      {reason && `: ${reason}`}.
      <Link className="link" to="/admin/mail" search={{ search: '', state: '', page: 1 }}>
        See Mail
      </Link>
    </p>
  )
}

/** Failed emails that DelayedOfficeMails does not count. */
function FailedMails() {
  const { data } = useQuery(failedMailsQuery)
  const failed = data?.mails.filter(({ about, tries }) => !isOfficeMail(about) || tries < 2)
  if (!data || !failed || failed.length === 0) return null
  const isMore = data.total === null || data.total > data.mails.length
  const count = `${failed.length}${isMore ? ' or more' : ''}`
  return (
    <p className="banner">
      {failed.length === 1 && !isMore ? '1 email has failed.' : `${count} emails have failed.`}
      <Link className="link" to="/admin/mail" search={{ search: '', state: 'failed', page: 1 }}>
        See and try again
      </Link>
    </p>
  )
}
