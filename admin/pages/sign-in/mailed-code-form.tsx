// Asks for the six-digit code of an email instead of following its link, for a user who reads the email
// on a phone and signs in on a computer.
import type { ReactNode } from 'react'
import type { MailedCode } from '#schemas/paths.ts'
import { auth } from '../../api.ts'
import { AuthForm, checkEmail, wrong } from './form.tsx'
import { CodeInput, checkCode, digits, EmailInput } from './inputs.tsx'

interface FormText {
  title: string
  intro: string
}

const texts: Record<MailedCode, FormText> = {
  invite: {
    title: 'Accept your invitation',
    intro: 'Type the code from the invitation. You choose a password next.',
  },
  recovery: {
    title: 'Choose a new password',
    intro: 'Type the code from the email. You choose a new password next.',
  },
  signup: {
    title: 'Confirm your email address',
    intro: 'Type the code from the email that we sent when you opened your account.',
  },
  magiclink: { title: 'Sign in with a code', intro: 'Type the code from the email.' },
  email_change: {
    title: 'Confirm the change of your email address',
    intro: 'Type the address that the email went to, and its code.',
  },
}

export interface MailedCodeFormProps {
  kind: MailedCode
  /** If it is known already. */
  email?: string
  intro?: string
  /** `hasSession` is false if the code of the other address has to be confirmed too. */
  onVerified(kind: MailedCode, hasSession: boolean): void
  after: ReactNode
}

export function MailedCodeForm(props: MailedCodeFormProps) {
  const { kind, email, intro = texts[kind].intro, onVerified, after } = props
  return (
    <AuthForm<'email' | 'code'>
      title={email ? 'Check your email' : texts[kind].title}
      intro={intro}
      submit="Continue"
      busy="Checking…"
      check={(typed) =>
        wrong({
          email: email ? undefined : checkEmail(typed.email),
          code: checkCode(typed.code),
        })
      }
      send={async (typed) => {
        const { data, error } = await auth.verifyOtp({
          email: email ?? typed.email.trim(),
          token: digits(typed.code),
          type: kind,
        })
        if (error) return { error }
        onVerified(kind, data.session !== null)
        return undefined
      }}
      after={after}
    >
      {(errors) => (
        <>
          {!email && <EmailInput error={errors.email} />}
          <CodeInput label="Code from the email" error={errors.code} />
        </>
      )}
    </AuthForm>
  )
}
