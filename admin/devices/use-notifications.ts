// What the service worker asks of an open dashboard: to show what was clicked, and to store a changed
// address of this device.
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { devicesKey, keepThisDevice } from './this-device.ts'

export function useNotifications(userId: string): void {
  const router = useRouter()
  const client = useQueryClient()
  useEffect(() => {
    const keep = () =>
      keepThisDevice(userId)
        .then((isNew) => (isNew ? client.invalidateQueries({ queryKey: devicesKey }) : undefined))
        // Tried again when the dashboard is next opened.
        .catch(() => {})
    void keep()
    const { serviceWorker } = navigator
    // Missing outside of secure contexts.
    if (!serviceWorker) return
    const answer = ({ data }: MessageEvent) => {
      if (data?.renewed) void keep()
      if (typeof data?.open !== 'string') return
      const { origin, pathname, search } = new URL(data.open)
      if (origin === location.origin) router.history.push(pathname + search)
    }
    serviceWorker.addEventListener('message', answer)
    return () => serviceWorker.removeEventListener('message', answer)
  }, [userId, router, client])
}
