// Saves the filters under a name.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { maxViewName } from '#schemas/saved-view.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { toMessage } from '../../../errors.ts'
import { showSuccess } from '../../../notices/notices.tsx'
import { readAnew } from '../enquiries-key.ts'
import type { Filters } from '../filters.ts'
import { addView, viewsKey } from './saved-views.ts'
import { queryOf } from './view-filters.ts'

export function SaveView({ filters, onClose }: { filters: Filters; onClose(): void }) {
  const client = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const [error, setError] = useState<string>()
  useEffect(() => dialog.current?.showModal(), [])
  const save = useMutation({
    mutationFn: () => addView({ name: name.trim(), query: queryOf(filters), is_shared: isShared }),
    onSuccess() {
      showSuccess('View saved')
      dialog.current?.close()
    },
    onError: (failure) => setError(toMessage(failure, 'Failed to save the view')),
    onSettled: () => readAnew(client, viewsKey),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setError(name.trim() ? undefined : 'Give the view a name')
    if (name.trim() && !save.isPending) save.mutate()
  }
  return (
    <dialog ref={dialog} className="modal" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>Save this view</h2>
      <form className="save-view" onSubmit={submit} noValidate>
        <Field
          label="Name"
          error={error}
          hint={
            filters.search
              ? 'The search words are not saved: they are often a person’s name'
              : undefined
          }
        >
          {(control) => (
            <input
              {...control}
              className="input"
              maxLength={maxViewName}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <fieldset className="choices">
          <legend>Who sees it</legend>
          <Choice isChosen={!isShared} onChoose={() => setIsShared(false)} name="Only me" />
          <Choice isChosen={isShared} onChoose={() => setIsShared(true)} name="Everybody" />
        </fieldset>
        <div className="modal-buttons">
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <Button type="submit" kind="main" isBusy={save.isPending}>
            Save view
          </Button>
        </div>
      </form>
    </dialog>
  )
}

interface ChoiceProps {
  name: string
  isChosen: boolean
  onChoose(): void
}

function Choice({ name, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name="who-sees-it" checked={isChosen} onChange={onChoose} />
      <strong>{name}</strong>
    </label>
  )
}
