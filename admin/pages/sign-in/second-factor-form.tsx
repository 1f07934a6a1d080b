import { useState } from 'react'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showNotice } from '../../notices/notices.tsx'
import { Field } from '../../parts/field.tsx'
import { DoorForm, wrong } from './form.tsx'
import { RecoveryForm } from './recovery-form.tsx'

export function SecondFactorForm() {
  const [hasLostPhone, setHasLostPhone] = useState(false)
  if (hasLostPhone) return <RecoveryForm onBack={() => setHasLostPhone(false)} />
  return (
    <DoorForm<'code'>
      title="Second step"
      intro="Enter the six digits that your authenticator app shows now."
      submit="Continue"
      busy="Checking…"
      check={({ code }) => wrong({ code: /^\d{6}$/.test(digits(code)) ? undefined : sixDigits })}
      send={async ({ code }) => {
        try {
          await verify(digits(code))
        } catch (error) {
          showNotice({ title: 'Sign in failed', text: toMessage(error), isError: true })
        }
      }}
      after={
        <div className="door-links">
          <button type="button" className="link" onClick={() => setHasLostPhone(true)}>
            Use a recovery code
          </button>
          <button type="button" className="link" onClick={() => void leave()}>
            Use another account
          </button>
        </div>
      }
    >
      {(errors) => (
        <Field label="Code" error={errors.code}>
          {(control) => (
            <input
              {...control}
              className="input input-code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              maxLength={7}
            />
          )}
        </Field>
      )}
    </DoorForm>
  )
}

const sixDigits = 'Enter the six digits of the code'

/** Apps show `123 456`, and people type what they see. */
const digits = (code: string) => code.replace(/\s/g, '')

async function verify(code: string): Promise<void> {
  const { data, error } = await auth.mfa.listFactors()
  if (error) throw error
  const [factor] = data.totp
  if (!factor) throw new Error('This account has no authenticator app')
  const answer = await auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  if (answer.error) throw answer.error
}

async function leave(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'local' })
  if (error) showError(toMessage(error))
}
