// Asks before erasing, with everything that goes and everything that stays.
import { Confirm } from '#ui/dialog/confirm.tsx'
import { AccountNote } from './account-note.tsx'
import { type FoundPerson, formatPerson, listCounts, type Person } from './person.ts'

interface EraseDialogProps {
  person: Person
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
      <p>This cannot be undone. It erases:</p>
      <ul className="person-counts">
        {listCounts(counts).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        The date, service, town and outcome of each enquiry stay for the figures. Mails that are
        still waiting will not be sent.
      </p>
      {account && <AccountNote account={account} />}
      <WhatStays backups={backups} />
    </Confirm>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'long' })

/** Backups are not rewritten: they go when their time has come. */
export function WhatStays({ backups }: Pick<FoundPerson, 'backups'>) {
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
