// Changes the password. A session older than a day needs a code sent by email first.
import { isAuthApiError } from '@supabase/auth-js'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { checkPassword } from '../sign-in/form.tsx'
import { PasswordInput } from '../sign-in/inputs.tsx'
import { sessionsKey } from './sessions.tsx'

export function PasswordForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string>()
  const [needsCode, setNeedsCode] = useState(false)
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: async ({ password, nonce }: { password: string; nonce: string }) => {
      const { error } = await auth.updateUser({ password, ...(nonce && { nonce }) })
      if (error) throw error
    },
    onSuccess() {
      form.current?.reset()
      setNeedsCode(false)
      void client.invalidateQueries({ queryKey: sessionsKey })
      showSuccess('Password changed; you are signed out everywhere else')
    },
    async onError(failure) {
      if (isAuthApiError(failure) && failure.code === 'reauthentication_needed') {
        const { error: refused } = await auth.reauthenticate()
        if (!refused) return setNeedsCode(true)
        return showError(toMessage(refused))
      }
      showError(toMessage(failure))
    },
  })
  return (
    <form
      ref={form}
      noValidate
      className="panel account-form"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        const password = String(typed.get('password') ?? '')
        const wrong = checkPassword(password)
        setError(wrong)
        if (!wrong) save.mutate({ password, nonce: String(typed.get('nonce') ?? '').trim() })
      }}
    >
      <h3>Password</h3>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput label="New password" error={error} isNew />
      {needsCode && (
        <Field
          label="Code"
          hint={`Check your email: you have been signed in for more than a day, so a code has gone to ${email}.`}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              name="nonce"
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          )}
        </Field>
      )}
      <Button type="submit" isBusy={save.isPending}>
        {save.isPending ? 'Saving…' : 'Change password'}
      </Button>
    </form>
  )
}
