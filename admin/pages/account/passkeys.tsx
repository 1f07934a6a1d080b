// The user's own passkeys: add one on this device, rename and remove them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { Failed } from '../../parts/list-states.tsx'
import { addPasskey, describePasskeyProblem, offerQuery } from '../../passkeys.ts'
import { formatBrowser } from './format-browser.ts'
import { formatPasskey, type OwnPasskey, PasskeyLine } from './passkey-line.tsx'

const passkeysKey = ['passkeys']

export function Passkeys() {
  const { data: offer } = useQuery(offerQuery)
  return offer?.isOn ? <PasskeyPanel isUsable={offer.isUsable} /> : null
}

function PasskeyPanel({ isUsable }: { isUsable: boolean }) {
  const client = useQueryClient()
  const [confirming, setConfirming] = useState<OwnPasskey>()
  const passkeys = useQuery({
    queryKey: passkeysKey,
    queryFn: async () => {
      const { data, error } = await auth.passkey.list()
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch your passkeys' },
  })
  const reload = () => client.invalidateQueries({ queryKey: passkeysKey })
  const add = useMutation({
    mutationFn: () => addPasskey(formatBrowser(navigator.userAgent)),
    onSuccess: () => showSuccess('Passkey added'),
    onError: (error) => showError(describePasskeyProblem(error)),
    onSettled: reload,
  })
  const remove = useMutation({
    mutationFn: async (passkeyId: string) => {
      const { error } = await auth.passkey.delete({ passkeyId })
      if (error) throw error
    },
    async onSuccess() {
      await reload()
      showSuccess('Passkey removed')
    },
    onError: (error) => showError(toMessage(error, 'Failed to remove the passkey')),
  })

  return (
    <section className="panel account-form" aria-labelledby="passkeys-heading">
      <h3 id="passkeys-heading">Passkeys</h3>
      <p>Sign in with your fingerprint, your face or the PIN of your device, without a password.</p>
      {passkeys.isPending && <Spinner label="Loading your passkeys" />}
      {passkeys.isError && !passkeys.data && (
        <Failed text="Your passkeys could not be loaded." onRetry={() => void passkeys.refetch()} />
      )}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul>
          {passkeys.data.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              onNamed={reload}
              onRemove={() => setConfirming(passkey)}
            />
          ))}
        </ul>
      )}
      {!isUsable && <p className="soft">This browser cannot make passkeys for this address.</p>}
      {/* After the list, which would move the button away under the mouse. */}
      {isUsable && !passkeys.isPending && (
        <Button isBusy={add.isPending} onClick={() => add.mutate()}>
          {add.isPending ? 'Follow your browser…' : 'Add a passkey'}
        </Button>
      )}
      {confirming && (
        <Confirm
          question={`Remove the passkey “${formatPasskey(confirming)}”?`}
          confirm="Remove"
          onConfirm={() => remove.mutate(confirming.id)}
          onClose={() => setConfirming(undefined)}
        >
          <p>
            It no longer signs you in. Your device may go on offering it until you delete it there.
          </p>
        </Confirm>
      )}
    </section>
  )
}
