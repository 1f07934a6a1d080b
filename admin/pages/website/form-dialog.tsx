// A dialog with a form: a heading, fields, and the buttons to cancel and to go on.
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react'
import { Button, type ButtonKind } from '#ui/button/button.tsx'

export interface FormDialogProps {
  title: string
  submit: string
  kind?: ButtonKind
  isBusy?: boolean
  isWide?: boolean
  /** There is nothing to submit. */
  isOver?: boolean
  onSubmit(): void
  onClose(): void
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, submit, kind = 'main', isBusy = false, onSubmit, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  function send(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <dialog
      ref={dialog}
      className={props.isWide ? 'modal site-dialog site-dialog-wide' : 'modal site-dialog'}
      aria-labelledby={id}
      onClose={onClose}
    >
      <form noValidate onSubmit={send}>
        <h2 id={id}>{title}</h2>
        <div className="site-fields">{children}</div>
        <div className="modal-buttons">
          <Button onClick={() => dialog.current?.close()}>
            {props.isOver ? 'Close' : 'Cancel'}
          </Button>
          {!props.isOver && (
            <Button type="submit" kind={kind} isBusy={isBusy}>
              {submit}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  )
}
