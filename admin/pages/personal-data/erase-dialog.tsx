// Asks for confirmation before erasing, with what is erased and what stays.

import { zone } from '#content/zone.ts'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { type FoundPerson, formatPerson, listCounts, type PersonIdentifier } from './person.ts'

interface EraseDialogProps {
  person: PersonIdentifier
  found: FoundPerson
  onConfirm(): void
  onClose(): void
}

export function EraseDialog({ person, found, onConfirm, onClose }: EraseDialogProps) {
  const { counts, account, backups } = found
  return (
    <Confirm
      question={`Erase everything we keep about ${formatPerson(person)}?`}
      confirm="Erase for good"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Names names={found.names} />
      <p>This cannot be undone. It erases:</p>
      <ul className="person-counts">
        {listCounts(counts).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        The dates, service, town, outcome and value of each enquiry stay for the figures, with who
        of you worked on it. Emails that are still waiting will not be sent.
      </p>
      {account && <AccountNote account={account} />}
      <BackupsNote backups={backups} />
    </Confirm>
  )
}

const list = new Intl.ListFormat('en-GB')

export function Names({ names }: Pick<FoundPerson, 'names'>) {
  if (names.length === 0) return null
  if (names.length === 1) return <p>In the name of {names[0]}.</p>
  return (
    <p className="person-note">
      <strong>In {names.length} names:</strong> {list.format(names)}. Several people may share a
      telephone or an address: make sure that all of this is the person’s.
    </p>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long' })

/** Backups are not rewritten: they are deleted when they expire. */
export function BackupsNote({ backups }: Pick<FoundPerson, 'backups'>) {
  if (!backups) {
    return (
      <p>
        <strong>Backups:</strong> this website takes none of its own. If the database server does,
        the data is in them until they are deleted.
      </p>
    )
  }
  const { days, until } = backups
  return (
    <p>
      <strong>Backups:</strong> copies taken before now still hold the data. They are kept for{' '}
      {days === 1 ? 'one day' : `${days} days`}, so the last of them goes on{' '}
      <time dateTime={until}>{day.format(new Date(until))}</time>. Copies that you keep elsewhere
      stay until you delete them.
    </p>
  )
}

/** Erasing a person's data does not delete their account: they may be a colleague. */
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
