import { setUp } from '../../api.ts'
import { AuthForm, checkEmail, checkPassword, wrong } from './form.tsx'
import { EmailInput, PasswordInput } from './inputs.tsx'

export function SetUpForm({ token }: { token: string }) {
  return (
    <AuthForm<'email' | 'password'>
      title="Set up the dashboard"
      intro="You will be the first administrator. This link works once."
      submit="Become administrator"
      busy="Setting up…"
      check={({ email, password }) =>
        wrong({ email: checkEmail(email), password: checkPassword(password) })
      }
      send={async ({ email, password }) => {
        try {
          await setUp(token, email.trim(), password)
          return undefined
        } catch (error) {
          return { error }
        }
      }}
      after={
        <a className="link" href="/auth">
          Sign in instead
        </a>
      }
    >
      {(errors) => (
        <>
          <EmailInput error={errors.email} />
          <PasswordInput error={errors.password} isNew />
        </>
      )}
    </AuthForm>
  )
}
