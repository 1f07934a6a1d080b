// One enquiry: the visitor, what they want, how to reach them, and what has been done about it.

import { Link } from '@tanstack/react-router'
import { Mail, MessageCircle, MessageSquareText, Phone, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { emailLink } from '#schemas/email-link.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { useTitleOfRecord } from '../../parts/page-title.ts'
import { useRole } from '../../session/session.tsx'
import { CustomerLink, OtherEnquiries } from '../customers/standing.tsx'
import { sourceName } from '../figures/sources.ts'
import { Answer } from './answer-section.tsx'
import { CorrectDetails } from './correct-details.tsx'
import { RefusedAddress } from './deliveries.tsx'
import { DoubtfulMark, ReplyDueBadge, StatusBadge } from './enquiry-badges.tsx'
import { titleOf } from './enquiry-table.tsx'
import { LogCall } from './log-call.tsx'
import { NextStep } from './next-step.tsx'
import { OvertakenNotice } from './overtaken-notice.tsx'
import { PhotoGallery } from './photo-gallery.tsx'
import { ReviewRequest } from './review-request/review-request.tsx'
import { SpamNotice, StatusChange } from './status-change.tsx'
import { Timeline } from './timeline.tsx'
import { useIsSettled } from './use-is-settled.ts'
import { useNews } from './use-news.ts'
import { Visits } from './visits/visits.tsx'

export function EnquiryDetail({ enquiry, onClose }: { enquiry: Enquiry; onClose(): void }) {
  const role = useRole()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useNews(enquiry)
  const isSettled = useIsSettled(enquiry)
  useTitleOfRecord([titleOf(enquiry), enquiry.reference].filter(Boolean).join(', '))
  return (
    <aside
      className="panel detail"
      aria-labelledby="detail-heading"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="detail-head">
        <h3 id="detail-heading" ref={heading} tabIndex={-1}>
          {titleOf(enquiry)}
        </h3>
        <Button kind="quiet" aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <p className="detail-badges">
        <StatusBadge status={enquiry.status} /> <ReplyDueBadge enquiry={enquiry} />{' '}
        <DoubtfulMark enquiry={enquiry} />
        {enquiry.reference && <span className="soft">{enquiry.reference}</span>}
      </p>
      <OvertakenNotice enquiryId={enquiry.id} />
      <CustomerLink enquiry={enquiry} />
      <SpamNotice enquiry={enquiry} />
      <Reach enquiry={enquiry} />
      <CorrectDetails enquiry={enquiry} />
      <RefusedAddress enquiryId={enquiry.id} />
      {enquiry.message && <p className="detail-message">{enquiry.message}</p>}
      <PhotoGallery enquiry={enquiry} />
      {isSettled && (
        <>
          <Answer enquiry={enquiry} />
          {enquiry.erased_at === null && <LogCall enquiry={enquiry} />}
          <StatusChange enquiry={enquiry} />
          <NextStep enquiry={enquiry} />
          <Visits enquiry={enquiry} />
          <ReviewRequest enquiry={enquiry} />
          <Facts enquiry={enquiry} />
          <Timeline enquiry={enquiry} />
          <OtherEnquiries enquiry={enquiry} />
          {role === 'admin' && enquiry.erased_at === null && (
            <Link className="link" to="/admin/personal-data" search={{ enquiry: enquiry.id }}>
              Export or erase this person’s data
            </Link>
          )}
        </>
      )}
    </aside>
  )
}

function Reach({ enquiry: { phone, phone_e164, email, reference } }: { enquiry: Enquiry }) {
  if (!phone && !email) return null
  return (
    <p className="detail-reach">
      {phone && (
        <ButtonLink href={`tel:${phone_e164 ?? phone.replace(/[^\d+]/g, '')}`}>
          <Phone aria-hidden="true" />
          {phone}
        </ButtonLink>
      )}
      <MobileLinks number={phone_e164} />
      {email && (
        <ButtonLink href={emailLink(email, `Your enquiry ${reference ?? ''}`.trim())}>
          <Mail aria-hidden="true" />
          {email}
        </ButtonLink>
      )}
    </p>
  )
}

/** A text or a chat reaches mobile numbers only. */
function MobileLinks({ number }: { number: string | null }) {
  if (!number?.startsWith('+447')) return null
  return (
    <>
      <ButtonLink href={`sms:${number}`}>
        <MessageSquareText aria-hidden="true" />
        Text
      </ButtonLink>
      <ButtonLink href={`https://wa.me/${number.slice(1)}`} target="_blank" rel="noreferrer">
        <MessageCircle aria-hidden="true" />
        WhatsApp
      </ButtonLink>
    </>
  )
}

function Facts({ enquiry }: { enquiry: Enquiry }) {
  const { town, postcode, address, service, source, page_url, referrer } = enquiry
  const campaign = [enquiry.utm_source, enquiry.utm_medium, enquiry.utm_campaign].filter(Boolean)
  return (
    <dl className="facts">
      <Fact name="Service">{service}</Fact>
      <Fact name="Where">{[postcode ?? address, town].filter(Boolean).join(', ')}</Fact>
      <Fact name="Received">
        <RelativeTime at={enquiry.created_at} />
      </Fact>
      <Fact name="First reply">
        {enquiry.first_reply_at && <RelativeTime at={enquiry.first_reply_at} />}
      </Fact>
      <Fact name="Came from">{[sourceName(source), ...campaign.slice(1)].join(' · ')}</Fact>
      <Fact name="Entered by">
        {enquiry.entered_via &&
          (enquiry.entered_by_name ?? (enquiry.erased_at ? 'Erased' : 'A former colleague'))}
      </Fact>
      <Fact name="Referrer">{referrer}</Fact>
      <Fact name="Page">{page_url}</Fact>
      <Fact name="Lost because">{enquiry.lost_reason}</Fact>
      <JudgedBefore enquiry={enquiry} />
    </dl>
  )
}

/** What the spam filter said, once staff have decided otherwise; until then the notice above tells. */
function JudgedBefore({ enquiry: { status, verdict, spam_reasons } }: { enquiry: Enquiry }) {
  const isNoticeShown = status === 'spam' || (status === 'new' && verdict === 'doubtful')
  if (isNoticeShown) return null
  return (
    <Fact name={verdict === 'doubtful' ? 'Was doubtful' : 'Was held as spam'}>
      {spam_reasons.join('. ')}
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
