// A labelled control with its hint and its error beneath, linked for screen readers.
import { type ReactNode, useId } from 'react'

export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export interface FieldProps {
  label: string
  /** Where links lead to the control by its id; otherwise React makes one. */
  id?: string
  error?: string | undefined
  hint?: ReactNode
  className?: string
  children(control: ControlProps): ReactNode
}

export function Field({ label, id: givenId, error, hint, className = '', children }: FieldProps) {
  const madeId = useId()
  const id = givenId ?? madeId
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

/** What is wrong with the control of this id. */
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
