// What went wrong at the door, where the person is looking: at the form, for as long as it is true. The
// notice of the specification comes with it and goes by itself.
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { toMessage } from '../../errors.ts'
import { showNotice } from '../../notices/notices.tsx'
import { problemWords } from './words.ts'

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
    <p className="door-problem" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>{problem}</span>
    </p>
  )
}

/** Undefined for the next try, which has not failed yet. */
export const useShowProblem = () => use(ProblemContext).show

export interface Failure {
  /** Of the notice. */
  title: 'Sign in failed' | 'Sign up failed' | 'Error'
  error: unknown
  /** In our words already. */
  text?: string
}

/** Says it twice: in passing, and at the form. */
export function useTell(): (failure: Failure) => void {
  const { show } = use(ProblemContext)
  return ({ title, error, text }) => {
    showNotice({ title, text: text ?? toMessage(error, unreachable), isError: true })
    show(text ?? sayProblem(error))
  }
}

const unreachable = 'The server cannot be reached. Please try again.'

function sayProblem(error: unknown): string {
  const { code } = (error ?? {}) as { code?: string }
  return problemWords.get(code ?? '') ?? toMessage(error, unreachable)
}
