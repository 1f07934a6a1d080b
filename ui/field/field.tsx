// A labelled control with its hint and error below, linked by `aria-describedby`.
import { type ReactNode, useId } from 'react'

export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export interface FieldProps {
  label: string
  /** Needed if a link points to the control; by default React generates one. */
  id?: string
  error?: string | undefined
  hint?: ReactNode
  className?: string
  children(control: ControlProps): ReactNode
}

export function Field({ label, id: givenId, error, hint, className = '', children }: FieldProps) {
  const generatedId = useId()
  const id = givenId ?? generatedId
  const described = [hint ? `${id}-hint` : '', error ? errorId(id) : ''].filter(Boolean)
  return (
    <div className={`field ${className}`.trimEnd()}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described.join(' ') || undefined,
      })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} message={error} />
    </div>
  )
}

/** The error message of the control with this id. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null
  return (
    <p className="field-error" id={errorId(id)}>
      <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.9 3.2h1.8v5H7.1Zm.9 8.2a1.1 1.1 0 1 1 0-2.2 1.1 1.1 0 0 1 0 2.2Z" />
      </svg>
      {message}
    </p>
  )
}

export function errorId(id: string): string {
  return `${id}-error`
}
