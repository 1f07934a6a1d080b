import { useState } from 'react'
import { auth } from '../../api.ts'
import { AuthForm, checkEmail, wrong } from './form.tsx'
import { EmailInput } from './inputs.tsx'
import { MailedCodeForm, type MailedCodeFormProps } from './mailed-code-form.tsx'

export interface ForgottenFormProps {
  onBack(): void
  onVerified: MailedCodeFormProps['onVerified']
}

export function ForgottenForm({ onBack, onVerified }: ForgottenFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  const back = (
    <button type="button" className="link" onClick={onBack}>
      Back to sign in
    </button>
  )
  if (sentTo) {
    return (
      <MailedCodeForm
        kind="recovery"
        email={sentTo}
        // The same text for every address: it must not reveal which ones have an account.
        intro={`If there is an account for ${sentTo}, we have written to it. Follow the link in the email, or type its code here, to choose a new password. Both work for 24 hours.`}
        onVerified={onVerified}
        after={back}
      />
    )
  }
  return (
    <AuthForm<'email'>
      title="Forgotten password"
      intro="We will email you a link to choose a new one."
      submit="Send the link"
      busy="Sending…"
      check={({ email }) => wrong({ email: checkEmail(email) })}
      send={async ({ email }) => {
        const address = email.trim()
        const { error } = await auth.resetPasswordForEmail(address, {
          redirectTo: `${location.origin}/auth`,
        })
        if (error) return { error }
        setSentTo(address)
        return undefined
      }}
      after={back}
    >
      {(errors) => <EmailInput error={errors.email} />}
    </AuthForm>
  )
}
