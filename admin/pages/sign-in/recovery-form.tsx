// A recovery code instead of the second factor.
import { dashboardPath } from '#schemas/paths.ts'
import { Field } from '#ui/field/field.tsx'
import { leaveNotice } from '#ui/notice/notice.ts'
import { auth, callStaff } from '../../api.ts'
import { rememberReturn } from '../../session/return-address.ts'
import { AuthForm, wrong } from './form.tsx'

export function RecoveryForm({ onBack }: { onBack(): void }) {
  return (
    <AuthForm<'code'>
      title="Use a recovery code"
      intro="Enter one of the codes that you kept when you set up two-factor. It turns two-factor off, so that you can set it up again."
      submit="Continue"
      busy="Checking…"
      check={({ code }) => wrong({ code: code.trim() ? undefined : 'Enter a recovery code' })}
      send={async ({ code }) => {
        try {
          await recover(code)
          return undefined
        } catch (error) {
          return { error, notice: { title: 'Sign in failed' } }
        }
      }}
      after={
        <button type="button" className="link" onClick={onBack}>
          Go back
        </button>
      }
    >
      {(errors) => (
        <Field label="Recovery code" error={errors.code}>
          {(control) => (
            <input
              {...control}
              className="input input-recovery"
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              maxLength={40}
            />
          )}
        </Field>
      )}
    </AuthForm>
  )
}

async function recover(code: string): Promise<void> {
  await callStaff('recover', { code })
  rememberReturn(dashboardPath('account'))
  leaveNotice('dashboard', {
    title: 'Two-factor is off',
    text: 'You signed in with a recovery code. Please set up two-factor again.',
  })
  // The new token needs no second factor any more; the page reacts to the new session.
  const { error } = await auth.refreshSession()
  if (error) throw error
}
