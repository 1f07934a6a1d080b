// `/oauth/consent`: an OAuth client asks to sign the user in with their account here. The page shows
// which client, for which scopes, and where the user goes afterwards.
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
import { ConsentForm } from './consent-form.tsx'
import { type Decision, decide, readRequest } from './requests.ts'

const authorizationId = new URLSearchParams(location.search).get('authorization_id') ?? ''

export function ConsentPage() {
  const session = useSession()
  const isIn = session.status === 'signed-in' && !session.needsSecondFactor
  // A user who signs out to go back to the client must not be redirected to the sign-in page.
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
    // A refetch brings nothing new, and an answered request no longer exists.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const answer = useMutation({
    mutationFn: (decision: Decision) => decide(authorizationId, decision),
    onError: (error) => showError(toMessage(error)),
  })
  // Approved before, or answered just now.
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
      <ConsentForm
        request={request.data}
        isBusy={answer.isPending}
        onAnswer={(decision) => answer.mutate(decision)}
        onLeave={() => leave(onLeaving).catch((error) => showError(toMessage(error)))}
      />
    </Card>
  )
}

/** A request belongs to the user it was shown to, so another user has to start again at the client. */
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

/** An app on the device opens beside this page, which stays. */
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
