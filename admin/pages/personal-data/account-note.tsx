import type { FoundPerson } from './person.ts'

/** An account is not erased with the enquiries: somebody may be working with it. */
export function AccountNote({ account }: { account: NonNullable<FoundPerson['account']> }) {
  const { email, full_name, roles } = account
  const name = full_name?.trim() || email || 'No name'
  const role = roles.length > 0 ? `, ${roles.join(', ')}` : ''
  return (
    <p className="person-note">
      <strong>
        There is also an account: {name}
        {role}.
      </strong>{' '}
      It stays, and so do the activity lines about it. You can disable it under Users.
    </p>
  )
}
