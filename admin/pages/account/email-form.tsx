// Changes the address that the user signs in with. It changes once both addresses have confirmed it, so
// that nobody takes over an account from a browser that was left open.
import type { User } from '@supabase/auth-js'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { checkEmail } from '../sign-in/form.tsx'

export function EmailForm({ user }: { user: User }) {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string>()
  const save = useMutation({
    mutationFn: async (email: string) => {
      const options = { emailRedirectTo: `${location.origin}/auth` }
      const { error } = await auth.updateUser({ email }, options)
      if (error) throw error
    },
    onSuccess() {
      form.current?.reset()
      showSuccess('Emails sent to both addresses')
    },
    onError: (failure) => showError(toMessage(failure)),
  })

  function send(typed: string) {
    const isSame = typed.toLowerCase() === user.email?.toLowerCase()
    const wrong = isSame ? 'You sign in with this address already' : checkEmail(typed)
    setError(wrong)
    if (!wrong) save.mutate(typed)
  }

  return (
    <form
      ref={form}
      noValidate
      className="panel account-form"
      onSubmit={(event) => {
        event.preventDefault()
        send(String(new FormData(event.currentTarget).get('email') ?? '').trim())
      }}
    >
      <h3>Email address</h3>
      <p className="soft">
        You sign in with {user.email}.
        {user.new_email && ` ${describeChange(user.new_email, user.email_change_sent_at)}`}
      </p>
      <Field
        label="New email address"
        hint="Both addresses get an email, and both have to confirm the change."
        error={error}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" isBusy={save.isPending}>
        {save.isPending ? 'Sending…' : 'Change email address'}
      </Button>
    </form>
  )
}

/** As long as the links of the emails hold. */
const confirmWithinMs = 24 * 3_600_000

function describeChange(email: string, sentAt = ''): string {
  return Date.now() - Date.parse(sentAt) < confirmWithinMs
    ? `It changes to ${email} once both addresses have confirmed it: type the code of the email to this address, and follow the link of the other.`
    : `The change to ${email} was not confirmed within a day. Ask for it again if you still want it.`
}
