// The secret address at which a calendar program reads the user's visits.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'

interface Address {
  made_at: string | null
  /** Only when it was just made: it is not stored. */
  path?: string | null
}

const calendarKey = ['calendar-address']

export function CalendarAddress() {
  const id = useId()
  const client = useQueryClient()
  const [confirming, setConfirming] = useState<'renew' | 'remove'>()
  const { data, isError } = useQuery({
    queryKey: calendarKey,
    queryFn: () => callStaff<Address>('calendar', { action: 'read' }),
    // An address that was just made is shown until the page is left.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { failed: 'Failed to fetch the address of your calendar' },
  })
  const change = useMutation({
    mutationFn: (action: 'renew' | 'remove') => callStaff<Address>('calendar', { action }),
    onSuccess(address) {
      client.setQueryData(calendarKey, address)
      showSuccess(address.made_at ? 'Your calendar has a new address' : 'The address is removed')
    },
    onError: (error) => showError(toMessage(error, 'Failed to change the address')),
  })
  const url = data?.path ? `${location.origin}${data.path}` : undefined
  return (
    <section className="panel account-form" aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Your visits in your calendar</h3>
      <p>
        A calendar program can subscribe to your visits at a secret address. Anyone with the address
        can read them: names, postcodes and times.
      </p>
      {url && (
        <div className="field">
          <label htmlFor={id}>Address to subscribe to</label>
          <input
            id={id}
            className="input"
            readOnly
            value={url}
            onFocus={({ target }) => target.select()}
          />
          <p className="field-hint">Copy it now: it is not shown again.</p>
        </div>
      )}
      {data?.made_at && !url && (
        <p className="soft">
          There is an address, made <RelativeTime at={data.made_at} />.
        </p>
      )}
      {!isError && (
        <p className="next-step-days">
          <Button
            isBusy={!data || change.isPending}
            onClick={() => (data?.made_at ? setConfirming('renew') : change.mutate('renew'))}
          >
            {data?.made_at ? 'Make a new address' : 'Make an address'}
          </Button>
          {url && <CopyButton url={url} />}
          {data?.made_at && (
            <Button
              kind="danger-quiet"
              isBusy={change.isPending}
              onClick={() => setConfirming('remove')}
            >
              Remove the address
            </Button>
          )}
        </p>
      )}
      {confirming && (
        <Confirm
          question={confirming === 'renew' ? 'Make a new address?' : 'Remove the address?'}
          confirm={confirming === 'renew' ? 'Make a new address' : 'Remove it'}
          isHarmless={confirming === 'renew'}
          onConfirm={() => change.mutate(confirming)}
          onClose={() => setConfirming(undefined)}
        >
          <p>Calendars that use the present address no longer get your visits.</p>
        </Confirm>
      )}
    </section>
  )
}

function CopyButton({ url }: { url: string }) {
  return (
    <Button
      onClick={() =>
        navigator.clipboard.writeText(url).then(
          () => showSuccess('Address copied'),
          () => showError('Your browser did not allow it. Copy the address from the field.'),
        )
      }
    >
      Copy the address
    </Button>
  )
}
