// Shows its children to staff and administrators only. Others are sent to sign-in or the home page.
import type { User } from '@supabase/auth-js'
import { type ReactNode, useEffect } from 'react'
import type { MemberRole } from '#schemas/roles.ts'
import { Button } from '#ui/button/button.tsx'
import { leaveNotice } from '#ui/notice/notice.ts'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { toMessage } from '../errors.ts'
import { passwordChosenAfter } from '../pages/sign-in/landing.ts'
import { NoAccessYet } from './no-access-yet.tsx'
import { forgetReturn, rememberReturn } from './return-address.ts'
import { type SessionState, useSession } from './session.tsx'
import { forgetSignInEnded } from './sign-in-ended.ts'

export interface Member {
  user: User
  role: MemberRole
}

export function ProtectedPage({ children }: { children(member: Member): ReactNode }) {
  const session = useSession()
  const refusal = refusalOf(session)
  const member = memberOf(session)
  const isIn = member !== undefined

  useEffect(() => {
    if (refusal === 'sign-in') {
      rememberReturn()
      location.replace('/auth')
    } else if (refusal === 'no-role' && !passwordChosenAfter()) {
      leaveNotice('site', {
        title: 'Access Denied',
        text: "You don't have permission to access this page.",
        isError: true,
      })
      location.replace('/')
    }
  }, [refusal])
  useEffect(() => {
    if (!isIn) return
    forgetReturn()
    forgetSignInEnded()
  }, [isIn])

  if (session.status === 'failed') {
    return (
      <div className="gate">
        <p role="alert">{toMessage(session.error, 'The server cannot be reached.')}</p>
        <Button onClick={session.retry}>Try again</Button>
      </div>
    )
  }
  const reason = passwordChosenAfter()
  if (session.status === 'signed-in' && refusal === 'no-role' && reason) {
    return <NoAccessYet user={session.user} reason={reason} />
  }
  if (!member) {
    return (
      <div className="gate">
        <Spinner label="Loading the dashboard" />
      </div>
    )
  }
  return children(member)
}

function memberOf(session: SessionState): Member | undefined {
  if (session.status !== 'signed-in' || session.needsSecondFactor || !session.role) return undefined
  return { user: session.user, role: session.role }
}

function refusalOf(session: SessionState): 'sign-in' | 'no-role' | undefined {
  if (session.status === 'signed-out') return 'sign-in'
  if (session.status !== 'signed-in') return undefined
  if (session.needsSecondFactor) return 'sign-in'
  return session.role ? undefined : 'no-role'
}
