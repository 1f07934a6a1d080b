// The signed-in user and their role. The official client stores and refreshes the session; the role is
// fetched at load and whenever the session changes.
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
  /** Undefined: no access to the dashboard. */
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

/** Decides what the dashboard shows; the database decides what is allowed. */
export function useRole(): MemberRole | undefined {
  const session = useSession()
  return session.status === 'signed-in' ? session.role : undefined
}

/** The id of the signed-in user. */
export function useOwnId(): string | undefined {
  const session = useSession()
  return session.status === 'signed-in' ? session.user.id : undefined
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
  // If a later check fails, keep the last result: the database refuses what is no longer allowed.
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

/** Queries `admin` first, as the specification says; `staff` only if the user is no administrator. */
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
