// The user's sessions on all devices, and ending them from here.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge } from '#ui/badge/badge.tsx'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { Failed } from '../../parts/list-states.tsx'
import { formatBrowser } from './format-browser.ts'

interface OwnSession {
  id: string
  created_at: string
  last_used_at: string
  user_agent: string | null
  ip: string | null
  is_current: boolean
}

export const sessionsKey = ['sessions']

export function Sessions() {
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: sessionsKey,
    queryFn: async () => (await callStaff<{ sessions: OwnSession[] }>('sessions')).sessions,
    meta: { failed: 'Failed to fetch your sessions' },
  })
  const end = useMutation({
    mutationFn: (session_id: string) => callStaff('end-session', { session_id }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: sessionsKey })
      showSuccess('Signed out there')
    },
    onError: (error) => showError(toMessage(error, 'Failed to end the session')),
  })
  return (
    <section className="panel account-form" aria-labelledby="sessions-heading">
      <h3 id="sessions-heading">Where you are signed in</h3>
      {sessions.isError && !sessions.data && (
        <Failed text="Your sessions could not be loaded." onRetry={() => void sessions.refetch()} />
      )}
      <ul className="sessions-list">
        {sessions.isPending && (
          <li>
            <Spinner label="Loading your sessions" />
          </li>
        )}
        {sessions.data?.map((session) => (
          <li key={session.id} className="account-line">
            <span>
              <strong>{formatBrowser(session.user_agent ?? '')}</strong>{' '}
              <span className="soft">
                {session.ip}, last used <RelativeTime at={session.last_used_at} />
              </span>
            </span>
            {session.is_current ? (
              <Badge kind="strong">This browser</Badge>
            ) : (
              <Button isBusy={end.isPending} onClick={() => end.mutate(session.id)}>
                Sign out there
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
