// Asks for the reason before a card is moved to Lost.
import { useEffect, useId, useRef } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { titleOf } from '../enquiry-table.tsx'

interface LostReasonProps {
  enquiry: Enquiry
  onLost(reason: string): void
  onClose(): void
}

export function LostReason({ enquiry, onLost, onClose }: LostReasonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="modal" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{titleOf(enquiry)}: lost</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
          dialog.current?.close()
          onLost(reason)
        }}
      >
        <Field label="Why was it lost?">
          {(control) => (
            <input
              {...control}
              className="input"
              name="reason"
              maxLength={500}
              defaultValue={enquiry.lost_reason ?? ''}
            />
          )}
        </Field>
        <div className="modal-buttons">
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <Button type="submit" kind="main">
            Save as lost
          </Button>
        </div>
      </form>
    </dialog>
  )
}
