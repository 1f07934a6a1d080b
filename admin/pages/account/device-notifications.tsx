// Notifications on this device, and the list of all devices of the user.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { PushSubscriptionRow } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { callStaff, tables } from '../../api.ts'
import {
  devicesKey,
  findSupport,
  readThisDevice,
  removeDevice,
  turnOn,
} from '../../devices/this-device.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { ChoiceSwitches } from './choice-switches.tsx'
import { type Device, DeviceList } from './device-list.tsx'
import type { Choice } from './use-notice-choices.ts'

const kinds: Choice[] = [
  {
    name: 'push_new',
    label: 'Notify me of new enquiries',
    hint: 'When one arrives, at any hour. Never for what is held as spam.',
    on: 'Your devices tell you of new enquiries',
    off: 'Your devices no longer tell you of new enquiries',
  },
  {
    name: 'push_overdue',
    label: 'Notify me of overdue answers',
    hint: 'When the promised time has passed: at most once an hour, in opening hours.',
    on: 'Your devices tell you of overdue answers',
    off: 'Your devices no longer tell you of overdue answers',
  },
]

export function DeviceNotifications({ userId }: { userId: string }) {
  const id = useId()
  const client = useQueryClient()
  const support = findSupport()
  const { data: here } = useQuery({
    queryKey: [...devicesKey, 'here'],
    queryFn: readThisDevice,
    enabled: support === 'ready',
  })
  const { data: devices, isError } = useQuery({
    queryKey: [...devicesKey, userId],
    queryFn: () => readDevices(userId),
    meta: { failed: 'Failed to fetch your devices' },
  })
  const refresh = () => client.invalidateQueries({ queryKey: devicesKey })
  const start = useMutation({
    mutationFn: () => turnOn(userId),
    onSuccess: (isOn) => isOn && showSuccess('This device gets notifications'),
    onError: (error) => showError(toMessage(error, 'This browser could not be registered')),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (device: Device) => removeDevice(device.id, device.endpoint),
    onSuccess: () => showSuccess('The device is removed'),
    onError: (error) => showError(toMessage(error, 'Failed to remove the device')),
    onSettled: refresh,
  })
  const sendTest = useMutation({
    mutationFn: (device: string) => callStaff('push-test', { id: device }),
    onSuccess: () => showSuccess('A notification is on its way to this device'),
    onError: (error) => showError(toMessage(error, 'Failed to send a notification')),
    onSettled: refresh,
  })
  const own = devices?.find(({ endpoint }) => endpoint === here?.endpoint)
  const isDenied = here?.permission === 'denied'
  const isOn = own !== undefined && here?.permission === 'granted'
  return (
    <section className="panel account-form device-notifications" aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Notifications on this device</h3>
      <p>
        You hear of new enquiries and overdue answers while the dashboard is closed, too. A
        notification says the service and the town, never a name or a number.
      </p>
      {support === 'unsupported' && (
        <p className="soft">
          This browser cannot show them. Current versions of Chrome, Edge, Firefox and Safari can,
          outside of private windows.
        </p>
      )}
      {support === 'needs-home-screen' && <HomeScreenSteps />}
      {isDenied && <Denied />}
      {support === 'ready' && !isError && !isDenied && !isOn && (
        <Button isBusy={!here || !devices || start.isPending} onClick={() => start.mutate()}>
          Turn on notifications
        </Button>
      )}
      {isOn && (
        <>
          <p>
            <strong>They are on.</strong>
          </p>
          <p className="account-buttons">
            <Button isBusy={sendTest.isPending} onClick={() => sendTest.mutate(own.id)}>
              Send a test notification
            </Button>
            <Button
              kind="danger-quiet"
              isBusy={remove.isPending}
              onClick={() => remove.mutate(own)}
            >
              Turn off notifications
            </Button>
          </p>
        </>
      )}
      {devices && devices.length > 0 && (
        <>
          <ChoiceSwitches userId={userId} list={kinds} />
          <DeviceList
            devices={devices}
            own={own?.id}
            isBusy={remove.isPending}
            onRemove={(device) => remove.mutate(device)}
          />
        </>
      )}
    </section>
  )
}

async function readDevices(userId: string): Promise<Device[]> {
  const { data, error } = await tables
    .from('push_subscriptions')
    .select('id,endpoint,label,created_at,last_success_at')
    .eq('user_id', userId)
    .order('created_at')
  if (error) throw error
  return data satisfies Pick<PushSubscriptionRow, keyof Device>[]
}

/** Apple shows them only for pages on the Home Screen, since version 16.4. */
function HomeScreenSteps() {
  return (
    <div>
      <p>An iPhone or iPad shows them once the dashboard is on the Home Screen:</p>
      <ol className="steps">
        <li>Open the dashboard in Safari and choose Share, then “Add to Home Screen”.</li>
        <li>Open it from the Home Screen and sign in there.</li>
        <li>Come back to this page and turn notifications on.</li>
      </ol>
      <p className="soft">That needs iOS or iPadOS 16.4 or later.</p>
    </div>
  )
}

function Denied() {
  return (
    <div>
      <p>
        <strong>They are blocked for this site in this browser.</strong> To allow them:
      </p>
      <ol className="steps">
        <li>
          Choose the icon beside the address, or in an installed dashboard the device’s own settings
          for notifications.
        </li>
        <li>Set Notifications to Allow.</li>
        <li>Load this page again.</li>
      </ol>
    </div>
  )
}
