// The programs that one has let in, and taking that back. There is no panel while there is none.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { auth, letsProgramsIn } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'

const grantsKey = ['grants']

export function Programs() {
  const client = useQueryClient()
  const { data: grants = [] } = useQuery({
    queryKey: grantsKey,
    queryFn: async () => {
      if (!(await letsProgramsIn())) return []
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
    <section className="panel account-form" aria-labelledby="programs-heading">
      <h3 id="programs-heading">Connected apps</h3>
      <p>They know who you are. They cannot see or change anything here.</p>
      <ul>
        {grants.map(({ client: program, granted_at }) => (
          <li key={program.id} className="account-line">
            <span>
              <bdi className="program-name">{program.name || 'An app without a name'}</bdi>{' '}
              <span className="soft">
                since <RelativeTime at={granted_at} />
              </span>
            </span>
            <Button isBusy={revoke.isPending} onClick={() => revoke.mutate(program.id)}>
              Disconnect
              <span className="unseen">: {program.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
