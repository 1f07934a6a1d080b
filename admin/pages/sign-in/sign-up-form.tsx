import { Field } from '#ui/field/field.tsx'
import { signUp } from '../../api.ts'
import { showNotice } from '../../notices/notices.tsx'
import { AuthForm, checkEmail, checkPassword, wrong } from './form.tsx'
import { EmailInput, PasswordInput } from './inputs.tsx'

export function SignUpForm({ onDone }: { onDone(email: string): void }) {
  return (
    <AuthForm<'full_name' | 'email' | 'password'>
      title="Create an account"
      submit="Sign up"
      busy="Signing up…"
      check={({ full_name, email, password }) =>
        wrong({
          full_name: full_name.trim() ? undefined : 'Enter your name',
          email: checkEmail(email),
          password: checkPassword(password),
        })
      }
      send={async ({ full_name, email, password }) => {
        try {
          await signUp(email.trim(), password, full_name.trim())
        } catch (error) {
          return { error, notice: { title: 'Sign up failed' } }
        }
        showNotice({
          title: 'Success!',
          text: 'Account created successfully. You can now sign in.',
        })
        onDone(email.trim())
        return undefined
      }}
    >
      {(errors) => (
        <>
          <Field label="Full name" error={errors.full_name}>
            {(control) => (
              <input
                {...control}
                className="input"
                name="full_name"
                autoComplete="name"
                required
                maxLength={100}
              />
            )}
          </Field>
          <EmailInput error={errors.email} />
          <PasswordInput error={errors.password} isNew />
        </>
      )}
    </AuthForm>
  )
}
