// Renames, shares and deletes one's own views; administrators also delete what others share. What was
// deleted can be brought back here: a notice would be behind the dialog.
import { useEffect, useId, useRef, useState } from 'react'
import type { SavedView } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { useOwnId, useRole } from '../../../session/session.tsx'
import { addView } from './saved-views.ts'
import { useViewChange } from './use-view-change.ts'
import { ViewRow } from './view-row.tsx'

export function ManageViews({ views, onClose }: { views: SavedView[]; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const own = useOwnId()
  const isAdmin = useRole() === 'admin'
  const [deleted, setDeleted] = useState<SavedView>()
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => dialog.current?.showModal(), [])
  const restore = useViewChange(
    ({ name, query, is_shared }: SavedView) => addView({ name, query, is_shared }),
    () => {
      setDeleted(undefined)
      heading.current?.focus()
      setAnnouncement('The view is back.')
    },
  )
  const editable = views.filter(({ owner_id }) => owner_id === own || isAdmin)
  return (
    <dialog ref={dialog} className="modal manage-views" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        Rename or delete views
      </h2>
      <div role="status">
        {deleted ? (
          <p className="undo">
            “{deleted.name}” was deleted.
            {deleted.owner_id === own && (
              <Button isBusy={restore.isPending} onClick={() => restore.mutate(deleted)}>
                Undo
              </Button>
            )}
          </p>
        ) : (
          announcement && <p className="soft">{announcement}</p>
        )}
      </div>
      {restore.isError && <p className="late">{restore.message}</p>}
      {editable.length === 0 && <p className="soft">You have no views of your own.</p>}
      <ul>
        {editable.map((view) => (
          <ViewRow
            key={view.id}
            view={view}
            isOwn={view.owner_id === own}
            onChanged={(message) => {
              setDeleted(undefined)
              setAnnouncement(message)
            }}
            onDeleted={() => {
              setDeleted(view)
              // The focused button goes with its row.
              heading.current?.focus()
            }}
          />
        ))}
      </ul>
      <div className="modal-buttons">
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
    </dialog>
  )
}
