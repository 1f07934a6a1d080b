// The frame of every sign-in form: inputs are disabled during a request, validation errors are shown
// below their fields before anything is sent, and the server's error above the fields.
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { type Failure, ProblemAtForm, useNotifyFailure, useShowProblem } from './problem.tsx'

export type Errors<Name extends string> = Partial<Record<Name, string>>

export interface AuthFormProps<Name extends string> {
  title: string
  intro?: ReactNode
  submit: string
  busy: string
  check(values: Record<Name, string>): Errors<Name>
  /** Resolves to the failure, if any. */
  send(values: Record<Name, string>): Promise<Failure | undefined>
  children(errors: Errors<Name>): ReactNode
  after?: ReactNode
}

export function AuthForm<Name extends string>(props: AuthFormProps<Name>) {
  const { title, intro, submit, busy, check, send, children, after } = props
  const [errors, setErrors] = useState<Errors<Name>>({})
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const showProblem = useShowProblem()
  const notifyFailure = useNotifyFailure()

  // Disabled inputs lose the focus. The last field, password or code, is most likely the wrong one.
  useEffect(() => {
    if (!hasFailed || isBusy) return
    const inputs = form.current?.querySelectorAll<HTMLInputElement>('.input')
    const last = inputs?.[inputs.length - 1]
    last?.focus()
    last?.select()
    setHasFailed(false)
  }, [hasFailed, isBusy])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<Name, string>
    const found = check(values)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) {
      ;(form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
      return
    }
    showProblem(undefined)
    setIsBusy(true)
    const failure = await send(values)
    setIsBusy(false)
    if (!failure) return
    notifyFailure(failure)
    setHasFailed(true)
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <h1>{title}</h1>
      {intro && <p className="auth-intro">{intro}</p>}
      <ProblemAtForm />
      <fieldset disabled={isBusy} className="auth-fields">
        {children(errors)}
        <Button type="submit" kind="main">
          {isBusy ? busy : submit}
        </Button>
      </fieldset>
      {after}
    </form>
  )
}

export function checkEmail(email: string): string | undefined {
  if (email.trim() === '') return 'Enter your email address'
  return /^\S+@\S+\.\S+$|^\S+@localhost$/.test(email.trim()) ? undefined : 'Invalid email address'
}

export const minPassword = 6

export function checkPassword(password: string): string | undefined {
  if (password === '') return 'Enter your password'
  return password.length < minPassword
    ? `Password must be at least ${minPassword} characters`
    : undefined
}

/** Leaves out the fields without an error. */
export function wrong<Name extends string>(found: Record<Name, string | undefined>): Errors<Name> {
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text)) as Errors<Name>
}
