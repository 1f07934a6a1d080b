// Opens an account for somebody, who chooses their password by the link in the mail.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { Field } from '../../parts/field.tsx'
import { accountsQuery, usersQuery } from './users.ts'

export function InviteForm() {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const invite = useMutation({
    mutationFn: (person: { email: string; full_name: string }) => callStaff('invite', person),
    async onSuccess(_, { email }) {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: usersQuery.queryKey })
      await client.invalidateQueries({ queryKey: accountsQuery.queryKey })
      showSuccess(`An invitation goes to ${email}`)
    },
    onError: (error) => showError(toMessage(error, 'Failed to invite')),
  })

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const read = (name: string) => String(typed.get(name) ?? '').trim()
    invite.mutate({ email: read('email'), full_name: read('full_name') })
  }

  if (!isOpen) {
    return (
      <button type="button" className="btn invite-opener" onClick={() => setIsOpen(true)}>
        <UserPlus aria-hidden="true" />
        Invite somebody
      </button>
    )
  }
  return (
    <form className="panel invite" onSubmit={onSubmit}>
      <Field label="Email">
        {(control) => (
          // biome-ignore lint/a11y/noAutofocus: whoever opened the form wants to type here
          <input {...control} className="input" type="email" name="email" required autoFocus />
        )}
      </Field>
      <Field label="Name">
        {(control) => <input {...control} className="input" name="full_name" maxLength={100} />}
      </Field>
      <div className="form-buttons">
        <button type="submit" className="btn btn-main" disabled={invite.isPending}>
          {invite.isPending ? 'Inviting…' : 'Send invitation'}
        </button>
        <button type="button" className="btn" onClick={() => setIsOpen(false)}>
          Cancel
        </button>
      </div>
    </form>
  )
}
