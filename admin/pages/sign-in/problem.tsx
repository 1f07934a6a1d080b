// The error of a sign-in form, shown in the form until the next attempt. The toast of the specification
// is shown as well.
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { toMessage } from '../../errors.ts'
import { showNotice } from '../../notices/notices.tsx'
import { noticeTexts, problemTexts } from './error-texts.ts'

interface Problems {
  problem: string | undefined
  show(problem: string | undefined): void
}

const ProblemContext = createContext<Problems>({ problem: undefined, show: () => {} })

export interface ProblemsProviderProps {
  /** The error that the user arrived with. */
  first: string | undefined
  children: ReactNode
}

export function ProblemsProvider({ first, children }: ProblemsProviderProps) {
  const [problem, show] = useState(first)
  const value = useMemo(() => ({ problem, show }), [problem])
  return <ProblemContext value={value}>{children}</ProblemContext>
}

export function ProblemAtForm() {
  const { problem } = use(ProblemContext)
  if (!problem) return null
  return (
    <p className="auth-problem" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>{problem}</span>
    </p>
  )
}

/** Call it with undefined to clear the error before the next attempt. */
export const useShowProblem = () => use(ProblemContext).show

export interface Failure {
  error: unknown
  /** The toast that the specification asks for with some failures. */
  notice?: { title: 'Sign in failed' | 'Sign up failed'; text?: string }
  /** Text for the form, instead of the one chosen by the error code. */
  atForm?: string
}

export function useNotifyFailure(): (failure: Failure) => void {
  const { show } = use(ProblemContext)
  return ({ error, notice, atForm }) => {
    if (notice) {
      const { title, text = describeNotice(error) } = notice
      showNotice({ title, text, isError: true })
    }
    show(atForm ?? describeProblem(error))
  }
}

const unreachable = 'The server cannot be reached. Please try again.'

const describeNotice = (error: unknown) =>
  noticeTexts.get(codeOf(error)) ?? toMessage(error, unreachable)

export const codeOf = (error: unknown) => ((error ?? {}) as { code?: string }).code ?? ''

function describeProblem(error: unknown): string {
  const known = problemTexts.get(codeOf(error))
  return known ?? toMessage(error, 'There is no connection to the server. Try again in a moment.')
}
