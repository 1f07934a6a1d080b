import { auth } from '../../api.ts'
import { AuthForm, checkPassword, wrong } from './form.tsx'
import { PasswordInput } from './inputs.tsx'

export function NewPasswordForm({ email, onDone }: { email: string; onDone(): void }) {
  return (
    <AuthForm<'password'>
      title="Choose a password"
      intro={`For ${email}. From now on you sign in with it.`}
      submit="Save the password"
      busy="Saving…"
      check={({ password }) => wrong({ password: checkPassword(password) })}
      send={async ({ password }) => {
        const { error } = await auth.updateUser({ password })
        if (error) return { error }
        onDone()
        return undefined
      }}
    >
      {(errors) => (
        <>
          {/* Password managers save the password with this user name. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordInput label="New password" error={errors.password} isNew />
        </>
      )}
    </AuthForm>
  )
}
