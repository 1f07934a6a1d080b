import { useState } from 'react'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
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
        <h1>Look into your mail</h1>
        {/* The same for every address: nobody learns here who has an account. */}
        <p role="status">
          If there is an account for {sentTo}, a mail with a link is on its way. Choose a new
          password by that link.
        </p>
        {back}
      </>
    )
  }
  return (
    <DoorForm<'email'>
      title="Forgotten password"
      intro="We send you a link with which you choose a new one."
      submit="Send the link"
      busy="Sending…"
      check={({ email }) => wrong({ email: checkEmail(email) })}
      send={async ({ email }) => {
        const address = email.trim()
        const { error } = await auth.resetPasswordForEmail(address, {
          redirectTo: `${location.origin}/auth`,
        })
        if (error) showError(toMessage(error))
        else setSentTo(address)
      }}
      after={back}
    >
      {(errors) => <EmailInput error={errors.email} />}
    </DoorForm>
  )
}
