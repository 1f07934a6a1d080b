// The inputs of the sign-in forms, with the attributes that password managers expect.
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Field } from '#ui/field/field.tsx'
import { minPassword } from './form.tsx'

export interface EmailInputProps {
  error: string | undefined
  value?: string
  /** Passkey autofill: browsers list passkeys among the suggestions. */
  offersPasskeys?: boolean
}

export function EmailInput({ error, value, offersPasskeys = false }: EmailInputProps) {
  return (
    <Field label="Email" error={error}>
      {(control) => (
        <input
          {...control}
          className="input"
          type="email"
          name="email"
          defaultValue={value}
          autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={255}
        />
      )}
    </Field>
  )
}

export interface PasswordInputProps {
  error: string | undefined
  label?: string
  isNew?: boolean
}

export function PasswordInput({ error, label = 'Password', isNew = false }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field
      label={label}
      error={error}
      hint={isNew ? `At least ${minPassword} characters` : undefined}
    >
      {(control) => (
        <span className="input-with-button">
          <input
            {...control}
            className="input"
            type={isShown ? 'text' : 'password'}
            name="password"
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            required
            minLength={minPassword}
          />
          <button
            type="button"
            className="input-button"
            aria-pressed={isShown}
            aria-label="Show what is typed"
            onClick={() => setIsShown(!isShown)}
          >
            <Icon aria-hidden="true" />
          </button>
        </span>
      )}
    </Field>
  )
}

export function CodeInput({ label, error }: { label: string; error?: string | undefined }) {
  return (
    <Field label={label} error={error}>
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
  )
}

/** Apps show `123 456`, and users type the space. */
export const digits = (code: string) => code.replace(/\s/g, '')

export function checkCode(code: string): string | undefined {
  return /^\d{6}$/.test(digits(code)) ? undefined : 'Enter the six digits of the code'
}
