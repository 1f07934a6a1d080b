// A button that asks for a file. The field itself is not seen: browsers write its words themselves.
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'

export interface ChooseFileProps {
  /** Of the field. */
  label: string
  accept: string
  isBusy?: boolean
  /** False: something else is missing first. */
  isReady?(): boolean
  onFile(file: File): void
  /** Of the button. */
  children: ReactNode
}

export function ChooseFile(props: ChooseFileProps) {
  const { label, accept, isBusy = false, isReady = () => true, onFile, children } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        ref={input}
        className="unseen"
        type="file"
        accept={accept}
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file && isReady()) onFile(file)
          target.value = ''
        }}
      />
      <Button
        isBusy={isBusy}
        onClick={() => {
          if (isReady()) input.current?.click()
        }}
      >
        {children}
      </Button>
    </>
  )
}
