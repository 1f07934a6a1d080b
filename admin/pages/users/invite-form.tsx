// Invites a colleague, who chooses a password by the link in the email and then gets the role selected
// here.
import { UserPlus } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { isMemberRole, memberRoles, roleNames, roleRights } from '#schemas/roles.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import type { AccountChanges } from './use-account-changes.ts'

export function InviteForm({ invite }: Pick<AccountChanges, 'invite'>) {
  const [isOpen, setIsOpen] = useState(false)

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const read = (name: string) => String(typed.get(name) ?? '').trim()
    const role = read('role')
    invite.mutate(
      {
        email: read('email'),
        full_name: read('full_name'),
        ...(isMemberRole(role) && { role }),
      },
      { onSuccess: () => setIsOpen(false) },
    )
  }

  if (!isOpen) {
    return (
      <Button className="invite-opener" onClick={() => setIsOpen(true)}>
        <UserPlus aria-hidden="true" />
        Invite a colleague
      </Button>
    )
  }
  return (
    <form className="panel invite" onSubmit={onSubmit}>
      <Field label="Email">
        {(control) => (
          // biome-ignore lint/a11y/noAutofocus: the form was opened to type here
          <input {...control} className="input" type="email" name="email" required autoFocus />
        )}
      </Field>
      <Field label="Name">
        {(control) => <input {...control} className="input" name="full_name" maxLength={100} />}
      </Field>
      <RoleChoice />
      <div className="form-buttons">
        <Button type="submit" kind="main" isBusy={invite.isPending}>
          {invite.isPending ? 'Sending…' : 'Send invitation'}
        </Button>
        <Button onClick={() => setIsOpen(false)}>Cancel</Button>
      </div>
    </form>
  )
}

/** Staff, the role with fewer rights, is the default. */
function RoleChoice() {
  const id = useId()
  return (
    <fieldset className="choices">
      <legend>Role</legend>
      {memberRoles.map((role) => (
        <label key={role} className="choice">
          <input
            type="radio"
            name="role"
            value={role}
            defaultChecked={role === 'staff'}
            aria-describedby={`${id}-${role}`}
            aria-label={roleNames[role]}
          />
          <span>
            <strong>{roleNames[role]}</strong>
            <span id={`${id}-${role}`} className="soft">
              {roleRights[role]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
