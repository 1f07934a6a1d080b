// Replaces the form after an enquiry was sent.
import { type ReactNode, useEffect, useRef } from 'react'
import { addPhotosPath, maxPhotos } from '#schemas/enquiry-photos.ts'
import { phoneLink } from '#schemas/paths.ts'
import { Button } from '#ui/button/button.tsx'
import type { PhotoQueue } from '../photos/photo-queue.ts'
import { useQueuedPhotos } from '../photos/use-photos.ts'

/** The server's response; an older server sends less. */
export interface SentEnquiry {
  reference?: string
  /** "Monday 16 November, 10:00 am" */
  answer_by?: string
  next_steps?: string[]
  /** For the private link "Add photos". */
  photo_token?: string
}

export interface SentProps {
  enquiry: SentEnquiry
  phone: string
  takesFocus: boolean
  onAgain(): void
  queue: PhotoQueue | undefined
  /** The photographs, with those that are still on their way. */
  children: ReactNode
}

export function Sent({ enquiry, phone, takesFocus, onAgain, queue, children }: SentProps) {
  const { reference, answer_by: answerBy, next_steps: steps = [], photo_token: token } = enquiry
  const photos = useQueuedPhotos(queue).filter(({ state }) => state !== 'refused')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [takesFocus])
  return (
    <div className="sent">
      <h3 ref={heading} tabIndex={-1}>
        We have it.
      </h3>
      {reference && (
        <p>
          Your reference is <strong>{reference}</strong>.
        </p>
      )}
      {children}
      <p>{answerBy ? `You hear from us by ${answerBy}.` : 'You hear from us within 24 hours.'}</p>
      {steps.length > 0 && (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {token && photos.length < maxPhotos && (
        <p>
          <a href={addPhotosPath(token)}>Add photos</a>: this private link works for 14 days, and is
          in our email to you too.
        </p>
      )}
      <p>
        Forgot something, or is it urgent? Ring{' '}
        <a className="whitespace-nowrap" href={phoneLink(phone)}>
          {phone}
        </a>
        .
      </p>
      <Button className="mt-5" onClick={onAgain}>
        Send another
      </Button>
    </div>
  )
}
