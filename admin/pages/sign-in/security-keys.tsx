// A button for each security key of the account: each is a separate factor, and only the user knows
// which one they have at hand.
import type { Factor } from '@supabase/auth-js'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { canUseKeys } from '../../passkeys.ts'
import { describeKeyProblem, verifySecurityKey } from '../../second-factors.ts'
import { useNotifyFailure, useShowProblem } from './problem.tsx'

export interface SecurityKeysProps {
  keys: Pick<Factor, 'id' | 'friendly_name'>[]
  /** The account has no other second factor. */
  isMain?: boolean
}

export function SecurityKeys({ keys, isMain = false }: SecurityKeysProps) {
  const [promptedId, setPromptedId] = useState<string>()
  const showProblem = useShowProblem()
  const notifyFailure = useNotifyFailure()
  if (!canUseKeys()) {
    return <p className="soft">This browser cannot use your security key at this address.</p>
  }

  async function use(id: string) {
    showProblem(undefined)
    setPromptedId(id)
    // On success the page reacts to the new session.
    await verifySecurityKey(id).catch((error) =>
      notifyFailure({
        error,
        notice: { title: 'Sign in failed', text: describeKeyProblem(error) },
        atForm: 'That did not work. Touch the key when your browser asks for it.',
      }),
    )
    setPromptedId(undefined)
  }

  return keys.map(({ id, friendly_name: name }) => (
    <Button
      key={id}
      kind={isMain ? 'main' : 'outline'}
      isBusy={promptedId !== undefined}
      onClick={() => void use(id)}
    >
      <KeyRound aria-hidden="true" />
      {promptedId === id ? 'Follow your browser…' : describeKeys(keys.length, name)}
    </Button>
  ))
}

function describeKeys(howMany: number, name: string | undefined): string {
  return howMany > 1 && name ? `Use ${name}` : 'Use your security key'
}
