// A passkey in the list, or the form to rename it.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'

export interface OwnPasskey {
  id: string
  friendly_name?: string
  created_at: string
  last_used_at?: string
}

export const formatPasskey = ({ friendly_name: name }: OwnPasskey) => name || 'Unnamed passkey'

export interface PasskeyLineProps {
  passkey: OwnPasskey
  onNamed(): Promise<void>
  onRemove(): void
}

export function PasskeyLine({ passkey, onNamed, onRemove }: PasskeyLineProps) {
  const [isNaming, setIsNaming] = useState(false)
  const rename = useMutation({
    mutationFn: async (friendlyName: string) => {
      const { error } = await auth.passkey.update({ passkeyId: passkey.id, friendlyName })
      if (error) throw error
    },
    async onSuccess() {
      await onNamed()
      setIsNaming(false)
      showSuccess('Passkey renamed')
    },
    onError: (error) => showError(toMessage(error, 'Failed to rename the passkey')),
  })
  const name = formatPasskey(passkey)

  if (isNaming) {
    return (
      <li className="account-line">
        <form
          className="account-rename"
          onSubmit={(event) => {
            event.preventDefault()
            const given = String(new FormData(event.currentTarget).get('name') ?? '').trim()
            if (given) rename.mutate(given)
          }}
        >
          <Field label="Name of the passkey">
            {(control) => (
              <input
                {...control}
                // biome-ignore lint/a11y/noAutofocus: it replaces the button just pressed
                autoFocus
                className="input"
                name="name"
                autoComplete="off"
                required
                maxLength={60}
                defaultValue={passkey.friendly_name}
              />
            )}
          </Field>
          <span className="account-buttons">
            <Button type="submit" kind="main" isBusy={rename.isPending}>
              {rename.isPending ? 'Saving…' : 'Save'}
            </Button>
            <Button onClick={() => setIsNaming(false)}>Cancel</Button>
          </span>
        </form>
      </li>
    )
  }
  return (
    <li className="account-line">
      <span>
        <strong>{name}</strong>{' '}
        <span className="soft">
          added <RelativeTime at={passkey.created_at} />,{' '}
          {passkey.last_used_at ? (
            <>
              last used <RelativeTime at={passkey.last_used_at} />
            </>
          ) : (
            'not used yet'
          )}
        </span>
      </span>
      <span className="account-buttons">
        <Button aria-label={`Rename ${name}`} onClick={() => setIsNaming(true)}>
          Rename
        </Button>
        <Button kind="danger-quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </span>
    </li>
  )
}
