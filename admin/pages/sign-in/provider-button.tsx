import { ArrowUpRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { continueWith, type OfferedProvider } from '../../providers.ts'
import { useNotifyFailure } from './problem.tsx'

export function ProviderButton({ provider }: { provider: OfferedProvider }) {
  const [isLeaving, setIsLeaving] = useState(false)
  const notifyFailure = useNotifyFailure()

  // After Back, the back/forward cache shows the page as it was left, with the button busy.
  useEffect(() => {
    const stay = () => setIsLeaving(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])

  async function leave() {
    setIsLeaving(true)
    await continueWith(provider).catch((error: unknown) => {
      setIsLeaving(false)
      notifyFailure({ error, notice: { title: 'Sign in failed' } })
    })
  }

  return (
    <Button isBusy={isLeaving} onClick={() => void leave()}>
      <ArrowUpRight aria-hidden="true" />
      {isLeaving ? `Opening ${provider.label}…` : `Continue with ${provider.label}`}
    </Button>
  )
}
