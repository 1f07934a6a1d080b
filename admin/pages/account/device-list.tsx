import type { PushSubscriptionRow } from '#schemas/tables.ts'
import { Badge } from '#ui/badge/badge.tsx'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'

export type Device = Pick<
  PushSubscriptionRow,
  'id' | 'endpoint' | 'label' | 'created_at' | 'last_success_at'
>

interface DeviceListProps {
  devices: Device[]
  /** The id of this device. */
  own: string | undefined
  isBusy: boolean
  onRemove(device: Device): void
}

export function DeviceList({ devices, own, isBusy, onRemove }: DeviceListProps) {
  return (
    <>
      <h4>Your devices with notifications</h4>
      <ul>
        {devices.map((device) => (
          <li key={device.id} className="account-line">
            <span>
              <strong>{device.label || 'A browser'}</strong>{' '}
              <span className="soft">
                added <RelativeTime at={device.created_at} />,{' '}
                {device.last_success_at ? (
                  <>
                    last notified <RelativeTime at={device.last_success_at} />
                  </>
                ) : (
                  'not notified yet'
                )}
              </span>
            </span>
            {device.id === own ? (
              <Badge kind="strong">This device</Badge>
            ) : (
              <Button
                isBusy={isBusy}
                aria-label={`Remove ${device.label || 'the browser'}`}
                onClick={() => onRemove(device)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
