// The OAuth clients that the user has approved, and revoking them. No panel while there are none.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { auth, hasOAuthServer } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'

const grantsKey = ['grants']

export function ConnectedApps() {
  const client = useQueryClient()
  const { data: grants = [] } = useQuery({
    queryKey: grantsKey,
    queryFn: async () => {
      if (!(await hasOAuthServer())) return []
      const { data, error } = await auth.oauth.listGrants()
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch your connected apps' },
  })
  const revoke = useMutation({
    mutationFn: async (clientId: string) => {
      const { error } = await auth.oauth.revokeGrant({ clientId })
      if (error) throw error
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: grantsKey })
      showSuccess('The app is disconnected')
    },
    onError: (error) => showError(toMessage(error, 'Failed to disconnect the app')),
  })
  if (grants.length === 0) return null
  return (
    <section className="panel account-form" aria-labelledby="connected-apps-heading">
      <h3 id="connected-apps-heading">Connected apps</h3>
      <p>They know who you are. They cannot see or change anything here.</p>
      <ul>
        {grants.map(({ client: app, granted_at }) => (
          <li key={app.id} className="account-line">
            <span>
              <bdi className="app-name">{app.name || 'An app without a name'}</bdi>{' '}
              <span className="soft">
                since <RelativeTime at={granted_at} />
              </span>
            </span>
            <Button isBusy={revoke.isPending} onClick={() => revoke.mutate(app.id)}>
              Disconnect
              <span className="unseen">: {app.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
