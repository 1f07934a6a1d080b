// The consent form. What a client says about itself is shown as text only: no logo or link of its
// choosing beside the buttons.
import { Check } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import {
  type AuthorizationRequest,
  formatClientName,
  formatRedirectTarget,
  formatScopes,
} from './format-request.ts'
import type { Decision } from './requests.ts'

export interface ConsentFormProps {
  request: AuthorizationRequest
  isBusy: boolean
  onAnswer(decision: Decision): void
  onLeave(): void
}

export function ConsentForm({ request, isBusy, onAnswer, onLeave }: ConsentFormProps) {
  return (
    <>
      <p className="auth-intro">
        {/* The name may be written right to left; the sentence is not. */}
        <bdi className="consent-name">{formatClientName(request)}</bdi> asks to know:
      </p>
      <ul className="consent-asks">
        {formatScopes(request).map((text) => (
          <li key={text}>
            <Check aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <p className="auth-intro">
        It cannot see or change anything in the dashboard. Afterwards you go to{' '}
        <strong className="consent-target">{formatRedirectTarget(request.redirect_uri)}</strong>.
      </p>
      <fieldset disabled={isBusy} className="auth-fields">
        <legend className="unseen">Your answer</legend>
        <Button kind="main" onClick={() => onAnswer('approve')}>
          Approve
        </Button>
        <Button onClick={() => onAnswer('deny')}>Deny</Button>
      </fieldset>
      <div className="auth-links">
        <p className="soft consent-who">You are signed in as {request.user.email}.</p>
        <button type="button" className="link" onClick={onLeave}>
          Not you? Sign out and go back
        </button>
      </div>
    </>
  )
}
