import type { ReactNode } from 'react'
import { Field } from '#ui/field/field.tsx'
import { auth } from '../../api.ts'
import { DoorForm, wrong } from './form.tsx'

/** The six digits of an authenticator app; the other ways in stand beneath. */
export function CodeForm({ factorId, children }: { factorId: string; children: ReactNode }) {
  return (
    <DoorForm<'code'>
      title="Second step"
      intro="Enter the six-digit code that your authenticator app shows now."
      submit="Continue"
      busy="Checking…"
      check={({ code }) => wrong({ code: /^\d{6}$/.test(digits(code)) ? undefined : sixDigits })}
      send={async ({ code }) => {
        const { error } = await auth.mfa.challengeAndVerify({ factorId, code: digits(code) })
        return error ? { error, notice: { title: 'Sign in failed' } } : undefined
      }}
      after={children}
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
