// Who is signed in, and whether they are an administrator. The official client keeps and refreshes
// the session; the admin check runs at load and after each of its changes.
import type { Session, User } from '@supabase/auth-js'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { auth, tables } from '../api.ts'

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'failed'; error: unknown; retry(): void }
  | { status: 'signed-in'; user: User; isAdmin: boolean; needsSecondFactor: boolean }

interface Checked {
  userId: string
  isAdmin: boolean
  needsSecondFactor: boolean
}

const SessionContext = createContext<SessionState>({ status: 'loading' })

export const useSession = () => use(SessionContext)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session | null>()
  const [checked, setChecked] = useState<Checked>()
  const [error, setError] = useState<unknown>()

  useEffect(() => {
    const { data } = auth.onAuthStateChange((_event, next) => setSession(next))
    return () => data.subscription.unsubscribe()
  }, [])

  useEffect(() => {
    if (!session) {
      setChecked(undefined)
      return
    }
    let isCurrent = true
    check(session).then(
      (result) => {
        if (!isCurrent) return
        setError(undefined)
        setChecked(result)
      },
      (failure) => {
        if (isCurrent) setError(failure)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [session])

  const retry = () => {
    setError(undefined)
    setSession((current) => (current ? { ...current } : current))
  }
  return <SessionContext value={stateOf(session, checked, error, retry)}>{children}</SessionContext>
}

function stateOf(
  session: Session | null | undefined,
  checked: Checked | undefined,
  error: unknown,
  retry: () => void,
): SessionState {
  if (session === undefined) return { status: 'loading' }
  if (session === null) return { status: 'signed-out' }
  // A later check that fails leaves what is known: the database refuses what is no longer allowed.
  if (checked?.userId === session.user.id) {
    return { status: 'signed-in', user: session.user, ...checked }
  }
  return error === undefined ? { status: 'loading' } : { status: 'failed', error, retry }
}

async function check({ user }: Session): Promise<Checked> {
  const { data: level } = await auth.mfa.getAuthenticatorAssuranceLevel()
  const { data, error } = await tables
    .from('user_roles')
    .select('role')
    .eq('user_id', user.id)
    .eq('role', 'admin')
    .maybeSingle()
  if (error) throw error
  return {
    userId: user.id,
    isAdmin: data !== null,
    needsSecondFactor: level?.nextLevel === 'aal2' && level.currentLevel !== 'aal2',
  }
}
