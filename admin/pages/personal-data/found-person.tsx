// The result of the search: what we keep about the person, with export and erase.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { saveBlob } from '../../parts/save-file.ts'
import { AccountNote, BackupsNote, EraseDialog, Names } from './erase-dialog.tsx'
import { makeExportFile } from './export-file.ts'
import {
  type FoundPerson,
  formatPerson,
  isNothing,
  listCounts,
  type PersonIdentifier,
} from './person.ts'
import { erasePerson, exportPerson } from './person-requests.ts'

interface FoundPersonProps {
  person: PersonIdentifier
  found: FoundPerson
}

export function FoundPersonPanel({ person, found }: FoundPersonProps) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const save = useMutation({
    mutationFn: async () => makeExportFile(await exportPerson(person)),
    onSuccess({ name, blob }) {
      saveBlob(name, blob)
      showSuccess('The file is in your downloads')
    },
    onError: (error) => showError(toMessage(error, 'Failed to export')),
  })
  const erase = useMutation({
    mutationFn: () => erasePerson(person),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => showError(toMessage(error, 'Failed to erase')),
  })
  const erased = erase.data
  // Focus the result: after a search, and after erasing, which removes the buttons.
  useEffect(() => {
    heading.current?.focus()
    if (erased) showSuccess('Erased')
  }, [erased])

  const { counts, account } = erased ?? found
  const items = listCounts(counts)
  const isEmpty = isNothing(counts)
  return (
    <section className="panel person-found" aria-labelledby="found-heading">
      <h3 id="found-heading" ref={heading} tabIndex={-1}>
        {erased ? 'Erased: ' : describeFinding(found)}
        {formatPerson(person)}
      </h3>
      {!erased && <Names names={found.names} />}
      {items.length > 0 && (
        <ul className="person-counts">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {account && <AccountNote account={account} />}
      {erased && <BackupsNote backups={erased.backups} />}
      {!erased && (!isEmpty || account) && (
        <div className="form-buttons">
          <Button isBusy={save.isPending} onClick={() => save.mutate()}>
            <Download aria-hidden="true" />
            {save.isPending
              ? 'Exporting…'
              : counts.photos + counts.attachments > 0
                ? 'Export as JSON, with files'
                : 'Export as JSON'}
          </Button>
          {!isEmpty && (
            <Button
              kind="danger-quiet"
              isBusy={erase.isPending}
              onClick={() => setIsConfirming(true)}
            >
              <Trash2 aria-hidden="true" />
              {erase.isPending ? 'Erasing…' : 'Erase…'}
            </Button>
          )}
        </div>
      )}
      {isConfirming && (
        <EraseDialog
          person={person}
          found={found}
          onConfirm={() => erase.mutate()}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </section>
  )
}

function describeFinding({ counts, account }: FoundPerson): string {
  if (!isNothing(counts)) return 'What we keep about '
  return account ? 'No enquiries from ' : 'We keep nothing about '
}
