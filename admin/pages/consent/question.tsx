// The question itself. What a program says of itself is text and nothing more: no picture or link of its
// choosing stands beside the buttons.

import { Check } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import type { Decision } from './requests.ts'
import { type ProgramRequest, sayProgram, sayScopes, sayTarget } from './say-request.ts'

export interface QuestionProps {
  request: ProgramRequest
  isBusy: boolean
  onAnswer(decision: Decision): void
  onLeave(): void
}

export function Question({ request, isBusy, onAnswer, onLeave }: QuestionProps) {
  return (
    <>
      <p className="door-intro">
        {/* A name may be written from right to left; the sentence around it is not. */}
        <bdi className="consent-name">{sayProgram(request)}</bdi> asks to know:
      </p>
      <ul className="consent-asks">
        {sayScopes(request).map((text) => (
          <li key={text}>
            <Check aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <p className="door-intro">
        It cannot see or change anything in the dashboard. Afterwards you go to{' '}
        <strong className="consent-target">{sayTarget(request.redirect_uri)}</strong>.
      </p>
      <fieldset disabled={isBusy} className="door-fields">
        <legend className="unseen">Your answer</legend>
        <Button kind="main" onClick={() => onAnswer('approve')}>
          Approve
        </Button>
        <Button onClick={() => onAnswer('deny')}>Deny</Button>
      </fieldset>
      <div className="door-links">
        <p className="soft consent-who">You are signed in as {request.user.email}.</p>
        <button type="button" className="link" onClick={onLeave}>
          Not you? Sign out and go back
        </button>
      </div>
    </>
  )
}
