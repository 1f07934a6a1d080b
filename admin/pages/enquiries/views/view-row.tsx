// One saved view: its name, who sees it, and Delete.
import { type FormEvent, useState } from 'react'
import { maxViewName } from '#schemas/saved-view.ts'
import type { SavedView } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { changeView, deleteView, type NewView } from './saved-views.ts'
import { useViewChange } from './use-view-change.ts'

interface ViewRowProps {
  view: SavedView
  isOwn: boolean
  onChanged(message: string): void
  onDeleted(): void
}

export function ViewRow({ view, isOwn, onChanged, onDeleted }: ViewRowProps) {
  const remove = useViewChange(() => deleteView(view.id), onDeleted)
  return (
    <li className="view-row">
      {isOwn ? (
        <OwnView key={view.name} view={view} onChanged={onChanged} />
      ) : (
        <p>
          <strong>{view.name}</strong>{' '}
          <span className="soft">shared by {view.owner_name ?? 'a former colleague'}</span>
        </p>
      )}
      <DeleteButton
        name={view.name}
        // It cannot be brought back in the name of another.
        needsConfirmation={!isOwn}
        isBusy={remove.isPending}
        onDelete={() => remove.mutate(undefined)}
      />
      {remove.message && <p className="late">{remove.message}</p>}
    </li>
  )
}

function OwnView({ view, onChanged }: Pick<ViewRowProps, 'view' | 'onChanged'>) {
  const [name, setName] = useState(view.name)
  const [error, setError] = useState<string>()
  const rename = useViewChange(
    (change: Partial<NewView>) => changeView(view.id, change),
    () => onChanged('The view was changed.'),
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    setError(name.trim() ? undefined : 'Give the view a name')
    if (name.trim() && !rename.isPending) rename.mutate({ name: name.trim() })
  }
  return (
    <form className="view-row-form" onSubmit={submit} noValidate>
      <Field label={`Name of “${view.name}”`} error={error ?? rename.message}>
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
      {name !== view.name && (
        <Button type="submit" kind="main" isBusy={rename.isPending}>
          Rename
        </Button>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={view.is_shared}
          onChange={({ target }) => rename.mutate({ is_shared: target.checked })}
        />
        Everybody sees it
      </label>
    </form>
  )
}

interface DeleteButtonProps {
  name: string
  needsConfirmation: boolean
  isBusy: boolean
  onDelete(): void
}

function DeleteButton({ name, needsConfirmation, isBusy, onDelete }: DeleteButtonProps) {
  const [isPressed, setIsPressed] = useState(false)
  return (
    <Button
      kind={isPressed ? 'danger' : 'danger-quiet'}
      isBusy={isBusy}
      onClick={() => (needsConfirmation && !isPressed ? setIsPressed(true) : onDelete())}
    >
      {isPressed ? 'Delete for everybody' : 'Delete'}
      <span className="unseen"> “{name}”</span>
    </Button>
  )
}
