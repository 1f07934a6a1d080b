// What is kept about the person that was looked for, and what can be done with it.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { AccountNote } from './account-note.tsx'
import { EraseDialog, WhatStays } from './erase-dialog.tsx'
import { type FoundPerson, formatPerson, isNothing, listCounts, type Person } from './person.ts'
import { erasePerson, exportPerson } from './person-requests.ts'

interface FoundPersonProps {
  person: Person
  found: FoundPerson
}

export function FoundPersonPanel({ person, found }: FoundPersonProps) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const save = useMutation({
    mutationFn: () => exportPerson(person),
    onSuccess(data) {
      const day = new Date().toISOString().slice(0, 10)
      saveFile(`personal-data-${day}.json`, 'application/json', [JSON.stringify(data, null, 2)])
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
  // The result is what is read next: after a search, and after the buttons have gone.
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
      {items.length > 0 && (
        <ul className="person-counts">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {account && <AccountNote account={account} />}
      {erased && <WhatStays backups={erased.backups} />}
      {!erased && (!isEmpty || account) && (
        <div className="form-buttons">
          <Button isBusy={save.isPending} onClick={() => save.mutate()}>
            <Download aria-hidden="true" />
            {save.isPending ? 'Exporting…' : 'Export as JSON'}
          </Button>
          {!isEmpty && (
            <Button kind="danger-quiet" isBusy={erase.isPending} onClick={() => setIsAsking(true)}>
              <Trash2 aria-hidden="true" />
              {erase.isPending ? 'Erasing…' : 'Erase…'}
            </Button>
          )}
        </div>
      )}
      {isAsking && (
        <EraseDialog
          person={person}
          found={found}
          onConfirm={() => erase.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  )
}

function describeFinding({ counts, account }: FoundPerson): string {
  if (!isNothing(counts)) return 'What we keep about '
  return account ? 'No enquiries from ' : 'We keep nothing about '
}
