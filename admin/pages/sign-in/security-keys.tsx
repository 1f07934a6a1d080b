// A button for each security key of the account: each is a factor of its own, and only its owner knows
// which one is at hand.

import type { Factor } from '@supabase/auth-js'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { canUseKeys } from '../../passkeys.ts'
import { describeKeyProblem, proveByKey } from '../../second-factors.ts'
import { useNotifyFailure, useShowProblem } from './problem.tsx'

export interface SecurityKeysProps {
  keys: Pick<Factor, 'id' | 'friendly_name'>[]
  /** There is no other second step. */
  isMain?: boolean
}

export function SecurityKeys({ keys, isMain = false }: SecurityKeysProps) {
  const [asked, setAsked] = useState<string>()
  const showProblem = useShowProblem()
  const tell = useNotifyFailure()
  if (!canUseKeys()) {
    return <p className="soft">This browser cannot use your security key at this address.</p>
  }

  async function use(id: string) {
    showProblem(undefined)
    setAsked(id)
    // The page follows the session: nothing else is left to do here.
    await proveByKey(id).catch((error) =>
      tell({
        error,
        notice: { title: 'Sign in failed', text: describeKeyProblem(error) },
        atForm: 'That did not work. Touch the key when your browser asks for it.',
      }),
    )
    setAsked(undefined)
  }

  return keys.map(({ id, friendly_name: name }) => (
    <Button
      key={id}
      kind={isMain ? 'main' : 'outline'}
      isBusy={asked !== undefined}
      onClick={() => void use(id)}
    >
      <KeyRound aria-hidden="true" />
      {asked === id ? 'Follow your browser…' : describeKeys(keys.length, name)}
    </Button>
  ))
}

function describeKeys(howMany: number, name: string | undefined): string {
  return howMany > 1 && name ? `Use ${name}` : 'Use your security key'
}
