// Below the password form: sign-in with a passkey or with an external provider.
import { useQuery } from '@tanstack/react-query'
import { providersQuery } from '../../providers.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButton } from './provider-button.tsx'

export function OtherWays({ offersPasskeys }: { offersPasskeys: boolean }) {
  const { data: providers = [] } = useQuery(providersQuery)
  if (!offersPasskeys && providers.length === 0) return null
  return (
    <div className="auth-other">
      <p aria-hidden="true">or</p>
      {offersPasskeys && <PasskeyButton />}
      {providers.map((provider) => (
        <ProviderButton key={provider.name} provider={provider} />
      ))}
    </div>
  )
}
