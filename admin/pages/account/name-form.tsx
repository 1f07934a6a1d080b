import type { User } from '@supabase/auth-js'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { auth, tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { usersQuery } from '../users/users.ts'

export function NameForm({ user }: { user: User }) {
  const client = useQueryClient()
  const { data: profile } = useQuery({
    queryKey: ['profile', user.id],
    queryFn: async () => {
      const { data, error } = await tables.from('profiles').select('*').eq('id', user.id).single()
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch your profile' },
  })
  const save = useMutation({
    mutationFn: async (full_name: string) => {
      const { error } = await auth.updateUser({ data: { full_name } })
      if (error) throw error
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: usersQuery.queryKey })
      await client.invalidateQueries({ queryKey: ['profile'] })
      showSuccess('Name saved')
    },
    onError: (error) => showError(toMessage(error)),
  })
  if (!profile) return <Spinner label="Loading your profile" />
  return (
    <form
      className="panel account-form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(String(new FormData(event.currentTarget).get('full_name') ?? '').trim())
      }}
    >
      <h3>Name</h3>
      <Field label="Full name">
        {(control) => (
          <input
            {...control}
            className="input"
            name="full_name"
            autoComplete="name"
            maxLength={100}
            defaultValue={profile.full_name ?? ''}
          />
        )}
      </Field>
      <Button type="submit" isBusy={save.isPending}>
        {save.isPending ? 'Saving…' : 'Save name'}
      </Button>
    </form>
  )
}
