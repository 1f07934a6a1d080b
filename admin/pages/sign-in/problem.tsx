// What went wrong at sign-in, where the person is looking: at the form, for as long as it is true. The
// notice of the specification comes with it and goes by itself.
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { toMessage } from '../../errors.ts'
import { showNotice } from '../../notices/notices.tsx'
import { noticeWords, problemWords } from './words.ts'

interface Problems {
  problem: string | undefined
  show(problem: string | undefined): void
}

const ProblemContext = createContext<Problems>({ problem: undefined, show: () => {} })

export interface ProblemsProviderProps {
  /** What brought the person here. */
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

/** Undefined for the next try, which has not failed yet. */
export const useShowProblem = () => use(ProblemContext).show

export interface Failure {
  error: unknown
  /** Of the notice that the specification asks for with some failures. */
  notice?: { title: 'Sign in failed' | 'Sign up failed'; text?: string }
  /** In our words already. */
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
  noticeWords.get(codeOf(error)) ?? toMessage(error, unreachable)

const codeOf = (error: unknown) => ((error ?? {}) as { code?: string }).code ?? ''

function describeProblem(error: unknown): string {
  const known = problemWords.get(codeOf(error))
  return known ?? toMessage(error, 'There is no connection to the server. Try again in a moment.')
}
