// `/oauth/consent`: another program asks to sign somebody in with their account here. They see who asks,
// for what, and where they go afterwards.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
import { AuthCard } from '../../parts/auth-card.tsx'
import { Failed } from '../../parts/list-states.tsx'
import { forgetReturn, rememberReturn } from '../../session/return-address.ts'
import { useSession } from '../../session/session.tsx'
import { Question } from './question.tsx'
import { type Decision, decide, readRequest } from './requests.ts'

const authorizationId = new URLSearchParams(location.search).get('authorization_id') ?? ''

export function ConsentPage() {
  const session = useSession()
  const isIn = session.status === 'signed-in' && !session.needsSecondFactor
  // Whoever signs out on the way back to the program is not asked to sign in again here.
  const [isLeaving, setIsLeaving] = useState(false)
  const isUnproved = session.status === 'signed-out' || (session.status === 'signed-in' && !isIn)
  const mustSignIn = isUnproved && !isLeaving
  useEffect(() => {
    if (isIn) forgetReturn()
    if (!mustSignIn) return
    rememberReturn()
    location.replace('/auth')
  }, [isIn, mustSignIn])

  if (session.status === 'failed') {
    return (
      <Card title="Sign in to another app">
        <Failed text="The server cannot be reached." onRetry={session.retry} />
      </Card>
    )
  }
  if (isLeaving) return <Leaving />
  return isIn ? <Request onLeaving={() => setIsLeaving(true)} /> : <Waiting />
}

function Request({ onLeaving }: { onLeaving(): void }) {
  const request = useQuery({
    queryKey: ['authorization', authorizationId],
    queryFn: () => readRequest(authorizationId),
    // Asking twice would claim nothing new, and an answered request is gone.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const answer = useMutation({
    mutationFn: (decision: Decision) => decide(authorizationId, decision),
    onError: (error) => showError(toMessage(error)),
  })
  // Agreed to before, or just now.
  const target =
    answer.data ?? (request.data && 'redirect_url' in request.data ? request.data : null)
  useEffect(() => {
    if (target) location.replace(target.redirect_url)
  }, [target])

  if (request.isError) return <Gone error={request.error} />
  if (!request.data) return <Waiting />
  if (target || 'redirect_url' in request.data) return <Leaving />
  return (
    <Card title="Sign in to another app">
      <Question
        request={request.data}
        isBusy={answer.isPending}
        onAnswer={(decision) => answer.mutate(decision)}
        onLeave={() => leave(onLeaving).catch((error) => showError(toMessage(error)))}
      />
    </Card>
  )
}

/** A request belongs to whom it was shown, so somebody else begins at the program again. */
async function leave(onLeaving: () => void): Promise<void> {
  const target = await decide(authorizationId, 'deny')
  onLeaving()
  const { error } = await auth.signOut({ scope: 'local' })
  if (error) throw error
  location.replace(target.redirect_url)
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthCard>
      <h1>{title}</h1>
      {children}
    </AuthCard>
  )
}

function Waiting() {
  return (
    <Card title="Sign in to another app">
      <Spinner label="Loading" />
    </Card>
  )
}

/** A program that is an app opens beside this page, which stays. */
function Leaving() {
  return (
    <Card title="Going back">
      <p className="auth-intro">If nothing happens, go back to the app. You can close this page.</p>
    </Card>
  )
}

function Gone({ error }: { error: unknown }) {
  return (
    <Card title="This request is over">
      <p role="alert">{describeGone(error)}</p>
      <p className="consent-end">
        <a href="/admin">Go to the dashboard</a>
      </p>
    </Card>
  )
}

function describeGone(error: unknown): string {
  const { status } = error as { status?: number }
  if (status === 400 || status === 404) {
    return 'It was answered already, or it has expired. Go back to the app and sign in there again.'
  }
  return toMessage(error, 'The server cannot be reached. Please reload the page.')
}
