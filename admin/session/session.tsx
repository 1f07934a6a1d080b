// Who is signed in, and with which role. The official client keeps and refreshes the session; the role
// is asked for at load and after each of its changes.
import type { Session, User } from '@supabase/auth-js'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import type { MemberRole } from '#schemas/roles.ts'
import { auth, tables } from '../api.ts'

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'failed'; error: unknown; retry(): void }
  | SignedIn

export interface SignedIn {
  status: 'signed-in'
  user: User
  /** None: no part of the dashboard is theirs. */
  role: MemberRole | undefined
  needsSecondFactor: boolean
}

interface Checked {
  userId: string
  role: MemberRole | undefined
  needsSecondFactor: boolean
}

const SessionContext = createContext<SessionState>({ status: 'loading' })

export const useSession = () => use(SessionContext)

/** What the dashboard offers goes by it; what is allowed is the database's to say. */
export function useRole(): MemberRole | undefined {
  const session = useSession()
  return session.status === 'signed-in' ? session.role : undefined
}

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
  return {
    userId: user.id,
    role: await findRole(user.id),
    needsSecondFactor: level?.nextLevel === 'aal2' && level.currentLevel !== 'aal2',
  }
}

/** The check of the specification first; only who is no administrator is asked about further. */
async function findRole(userId: string): Promise<MemberRole | undefined> {
  for (const role of ['admin', 'staff'] as const) {
    const { data, error } = await tables
      .from('user_roles')
      .select('role')
      .eq('user_id', userId)
      .eq('role', role)
      .maybeSingle()
    if (error) throw error
    if (data) return role
  }
  return undefined
}
