// The six digits of a mail, typed where its link was not followed: a phone shows the mail, the person
// sits at the office's computer.
import type { ReactNode } from 'react'
import type { MailedCode } from '#schemas/paths.ts'
import { auth } from '../../api.ts'
import { AuthForm, checkEmail, wrong } from './form.tsx'
import { CodeInput, checkCode, digits, EmailInput } from './inputs.tsx'

interface Words {
  title: string
  intro: string
}

const words: Record<MailedCode, Words> = {
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
  /** When it is known already. */
  email?: string
  intro?: string
  /** Without a session when the code of the other address is still to come. */
  onVerified(kind: MailedCode, hasSession: boolean): void
  after: ReactNode
}

export function MailedCodeForm(props: MailedCodeFormProps) {
  const { kind, email, intro = words[kind].intro, onVerified, after } = props
  return (
    <AuthForm<'email' | 'code'>
      title={email ? 'Check your email' : words[kind].title}
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
