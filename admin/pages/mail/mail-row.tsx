// One email: recipient, subject, state, and the buttons to send or discard it.
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { type ListedMail, type MailState, mailStates } from '#schemas/mails.ts'
import { Badge, type BadgeKind } from '#ui/badge/badge.tsx'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { channels } from '../enquiries/deliveries.tsx'
import {
  describeError,
  describeWaiting,
  isColleagueNotice,
  keptInOutbox,
  nameOfMail,
} from './describe-mail.ts'
import { useMailChange } from './use-mail-change.ts'

const badges: Record<MailState, BadgeKind> = {
  waiting: 'plain',
  in_outbox: 'plain',
  failed: 'late',
  sent: 'strong',
}

export function MailRow({ mail, hasMailServer }: { mail: ListedMail; hasMailServer: boolean }) {
  const id = useId()
  const { state, text, to, enquiry_id, reference } = mail
  return (
    <li className="row row-top mail">
      <div className="row-main">
        <p className="row-title" id={id}>
          {subjectOf(mail)}
          <Badge kind={badges[state]}>{mailStates[state]}</Badge>
        </p>
        <p className="soft">
          {to && `to ${to}, `}
          {enquiry_id && (
            <>
              about{' '}
              <Link to="/admin/enquiries/$enquiryId" params={{ enquiryId: enquiry_id }}>
                {reference ?? 'an enquiry'}
              </Link>
              ,{' '}
            </>
          )}
          written <RelativeTime at={mail.created_at} />
        </p>
        <StateText mail={mail} />
        {text && (
          <details>
            <summary>Read the email</summary>
            <p className="mail-text">{text}</p>
          </details>
        )}
      </div>
      <Buttons mail={mail} describedBy={id} hasMailServer={hasMailServer} />
    </li>
  )
}

function subjectOf({ kind, about, subject }: ListedMail): string {
  if (kind === 'account') return nameOfMail(about)
  if (about === 'webhook') return channels.webhook
  return subject ?? 'Email about an erased enquiry'
}

/** The state in a sentence. */
function StateText({ mail }: { mail: ListedMail }) {
  const { state, sent_at, tries, last_error, expires_at } = mail
  const expiry = expires_at && state !== 'sent' && (
    <p className="soft">
      {isColleagueNotice(mail.about) ? (
        <>
          It is discarded <RelativeTime at={expires_at} />.
        </>
      ) : (
        <>
          Its link expires <RelativeTime at={expires_at} />. After that, send a new one under Users.
        </>
      )}
    </p>
  )
  switch (state) {
    case 'sent':
      return sent_at ? (
        <p>
          Sent <RelativeTime at={sent_at} />.
        </p>
      ) : null
    case 'in_outbox':
      return <p>{keptInOutbox}</p>
    case 'waiting':
      return (
        <>
          <p>{describeWaiting(mail)}.</p>
          {expiry}
        </>
      )
    case 'failed':
      return (
        <>
          <p>
            Given up after {tries === 1 ? 'one try' : `${tries} tries`}
            {last_error && `: ${describeError(last_error)}`}.
          </p>
          {expiry}
        </>
      )
  }
}

interface ButtonsProps {
  mail: ListedMail
  describedBy: string
  hasMailServer: boolean
}

function Buttons({ mail, describedBy, hasMailServer }: ButtonsProps) {
  const { id, kind, state, tries, enquiry_id } = mail
  const isAccount = kind === 'account'
  const again = useMailChange(
    isAccount ? 'resend-mail' : 'resend',
    isAccount ? { mail_id: id } : { delivery_id: id },
    'On its way again',
  )
  const drop = useMailChange('drop-mail', { mail_id: id }, 'Email discarded')
  const canTry =
    state === 'failed' ||
    (state === 'waiting' && tries > 0) ||
    (state === 'in_outbox' && hasMailServer && enquiry_id !== null)
  if (!canTry) return null
  const isBusy = again.isPending || drop.isPending
  return (
    <div className="row-buttons">
      <Button aria-describedby={describedBy} isBusy={isBusy} onClick={() => again.mutate()}>
        {state === 'waiting' ? 'Try now' : state === 'failed' ? 'Try again' : 'Send'}
      </Button>
      {isAccount && (
        <Button
          kind="danger-quiet"
          aria-describedby={describedBy}
          isBusy={isBusy}
          onClick={() => drop.mutate()}
        >
          Discard
        </Button>
      )}
    </div>
  )
}
