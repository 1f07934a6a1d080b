import { useState } from 'react'
import { auth } from '../../api.ts'
import { checkEmail, DoorForm, wrong } from './form.tsx'
import { EmailInput } from './inputs.tsx'

export function ForgottenForm({ onBack }: { onBack(): void }) {
  const [sentTo, setSentTo] = useState<string>()
  const back = (
    <button type="button" className="link" onClick={onBack}>
      Back to sign in
    </button>
  )
  if (sentTo) {
    return (
      <>
        <h1>Check your email</h1>
        {/* The same for every address: nobody learns here who has an account. */}
        <p role="status">
          If there is an account for {sentTo}, an email with a link is on its way. Follow the link
          to choose a new password. It works for 24 hours.
        </p>
        {back}
      </>
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
