// Shown when the server cannot be reached: the enquiry was not sent, and can wait for a connection.
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'

export interface OfferToWaitProps {
  /** Whether the browser knows that there is no signal. Otherwise a toast says that something went wrong. */
  isOffline: boolean
  onWait(): void
}

/** Takes the focus, which was on the button that is disabled while sending, and so is read out. */
export function OfferToWait({ isOffline, onWait }: OfferToWaitProps) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div className="unsent mt-5">
      <p ref={words} tabIndex={-1}>
        {isOffline && <strong>Not sent: there seems to be no signal. </strong>}
        Everything you typed is still here{!isOffline && ', and can go by itself later'}.
      </p>
      <Button onClick={onWait}>Send when the signal is back</Button>
    </div>
  )
}

export interface WaitingProps {
  onTry(): void
  onChange(): void
}

/** Replaces the form while the enquiry waits. */
export function Waiting({ onTry, onChange }: WaitingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="unsent">
      <h3 ref={heading} tabIndex={-1}>
        Waiting for a signal
      </h3>
      <p>
        <strong>Your enquiry has not been sent yet.</strong> Leave this page open: it goes by itself
        as soon as the signal is back. If you go to another page it is not sent, but what you typed
        is kept in this tab.
      </p>
      <Button kind="main" onClick={onTry}>
        Try now
      </Button>
      <Button onClick={onChange}>Change something</Button>
    </div>
  )
}
