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
    const keep = async () => {
      if (!(await keepThisDevice(userId))) return
      // A first request that is on its way would stand: it may have read the address before the change.
      await client.cancelQueries({ queryKey: devicesKey })
      await client.invalidateQueries({ queryKey: devicesKey })
    }
    // A failure is tried again when the dashboard is next opened.
    keep().catch(() => {})
    const { serviceWorker } = navigator
    // Missing outside of secure contexts.
    if (!serviceWorker) return
    const answer = ({ data }: MessageEvent) => {
      if (data?.renewed) keep().catch(() => {})
      if (typeof data?.open !== 'string') return
      const { origin, pathname, search } = new URL(data.open)
      if (origin === location.origin) router.history.push(pathname + search)
    }
    serviceWorker.addEventListener('message', answer)
    return () => serviceWorker.removeEventListener('message', answer)
  }, [userId, router, client])
}
