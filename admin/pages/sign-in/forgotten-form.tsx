import { useState } from 'react'
import { auth } from '../../api.ts'
import { checkEmail, DoorForm, wrong } from './form.tsx'
import { CodeInput, checkCode, digits, EmailInput } from './inputs.tsx'

export interface ForgottenFormProps {
  onBack(): void
  /** Whoever comes in by the code chooses a password first. */
  onCode(): void
}

export function ForgottenForm({ onBack, onCode }: ForgottenFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  const back = (
    <button type="button" className="link" onClick={onBack}>
      Back to sign in
    </button>
  )
  if (sentTo) {
    return (
      <DoorForm<'code'>
        title="Check your email"
        // The same for every address: nobody learns here who has an account.
        intro={`If there is an account for ${sentTo}, we have written to it. Follow the link in the email, or type its code here, to choose a new password. Both work for 24 hours.`}
        submit="Continue"
        busy="Checking…"
        check={({ code }) => wrong({ code: checkCode(code) })}
        send={async ({ code }) => {
          onCode()
          const { error } = await auth.verifyOtp({
            email: sentTo,
            token: digits(code),
            type: 'recovery',
          })
          return error ? { error } : undefined
        }}
        after={back}
      >
        {(errors) => <CodeInput label="Code from the email" error={errors.code} />}
      </DoorForm>
    )
  }
  return (
    <DoorForm<'email'>
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
    </DoorForm>
  )
}
