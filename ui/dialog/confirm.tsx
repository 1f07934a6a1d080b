// A confirmation dialog.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../button/button.tsx'

export interface ConfirmProps {
  question: string
  children?: ReactNode
  confirm: string
  /** Where “Cancel” could be read as the action itself. */
  cancel?: string
  /** The action deletes or removes nothing. */
  isHarmless?: boolean
  onConfirm(): void
  onClose(): void
}

export function Confirm(props: ConfirmProps) {
  const { question, children, confirm, cancel = 'Cancel' } = props
  const { isHarmless = false, onConfirm, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="modal"
      role="alertdialog"
      aria-labelledby={`${id}-question`}
      aria-describedby={children ? `${id}-text` : undefined}
      onClose={onClose}
    >
      <h2 id={`${id}-question`}>{question}</h2>
      {children && <div id={`${id}-text`}>{children}</div>}
      <div className="modal-buttons">
        <Button onClick={() => dialog.current?.close()}>{cancel}</Button>
        <Button
          kind={isHarmless ? 'main' : 'danger'}
          onClick={() => {
            onConfirm()
            dialog.current?.close()
          }}
        >
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
