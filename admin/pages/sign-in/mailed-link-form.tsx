// The link of an email leads to this button. Filters of mail open links too, and would use up one that
// signs in by itself.
import type { MailedCode } from '#schemas/paths.ts'
import { auth } from '../../api.ts'
import { AuthForm } from './form.tsx'
import { codeOf } from './problem.tsx'

interface FormText {
  title: string
  intro?: string
  submit: string
}

const texts: Record<MailedCode, FormText> = {
  invite: {
    title: 'Accept your invitation',
    intro: 'You choose a password next.',
    submit: 'Accept the invitation',
  },
  recovery: {
    title: 'Choose a new password',
    intro: 'You choose it next.',
    submit: 'Continue',
  },
  signup: { title: 'Confirm your email address', submit: 'Confirm the address' },
  magiclink: { title: 'Sign in', intro: 'By the link from your email.', submit: 'Sign in' },
  email_change: {
    title: 'Confirm the change of your email address',
    intro: 'From then on you sign in with the address that this email went to.',
    submit: 'Confirm the change',
  },
}

export interface MailedLinkFormProps {
  kind: MailedCode
  token: string
  /** `hasSession` is false if the code of the other address has to be confirmed too. */
  onVerified(kind: MailedCode, hasSession: boolean): void
  onExpired(): void
}

export function MailedLinkForm({ kind, token, onVerified, onExpired }: MailedLinkFormProps) {
  const { title, intro, submit } = texts[kind]
  return (
    <AuthForm
      title={title}
      intro={intro}
      submit={submit}
      busy="Checking…"
      check={() => ({})}
      send={async () => {
        const { data, error } = await auth.verifyOtp({ token_hash: token, type: kind })
        if (!error) onVerified(kind, data.session !== null)
        else if (codeOf(error) === 'otp_expired') onExpired()
        else return { error }
        return undefined
      }}
    >
      {() => null}
    </AuthForm>
  )
}
