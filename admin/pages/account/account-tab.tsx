// One's own account: name, password, passkeys, second factor, where one is signed in, and the
// programs that one has let in.
import { useSession } from '../../session/session.tsx'
import { NameForm } from './name-form.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { Programs } from './programs.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function AccountTab() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { user } = session
  return (
    <section aria-labelledby="account-heading" className="account">
      <h2 id="account-heading">Account</h2>
      <NameForm user={user} />
      <PasswordForm email={user.email ?? ''} />
      <Passkeys />
      <SecondFactor />
      <Sessions />
      <Programs />
    </section>
  )
}
