// The user's own account: role, name, email address, password, passkeys, second factor, sessions, emails and
// notifications to them, the address of the own calendar and connected apps.
// Two columns where there is room.
import { roleNames, roleRights } from '#schemas/roles.ts'
import { Badge } from '#ui/badge/badge.tsx'
import { useSession } from '../../session/session.tsx'
import { CalendarAddress } from './calendar-address.tsx'
import { ConnectedApps } from './connected-apps.tsx'
import { DeviceNotifications } from './device-notifications.tsx'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'
import { NoticeSwitches } from './notice-switches.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function AccountTab() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { user, role } = session
  return (
    <section aria-labelledby="account-heading">
      <div className="toolbar">
        <h2 id="account-heading">Account</h2>
        {role && (
          <p className="soft">
            <Badge kind="role">{roleNames[role]}</Badge> {roleRights[role]}
          </p>
        )}
      </div>
      <div className="account">
        <div className="account-column">
          <NameForm user={user} />
          <EmailForm user={user} />
          <PasswordForm email={user.email ?? ''} />
          <Passkeys />
        </div>
        <div className="account-column">
          <SecondFactor />
          <Sessions />
          {role && <NoticeSwitches userId={user.id} />}
          {role && <DeviceNotifications userId={user.id} />}
          {role && <CalendarAddress />}
          <ConnectedApps />
        </div>
      </div>
    </section>
  )
}
