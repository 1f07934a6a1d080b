// The form for an enquiry that came by telephone, at the counter or elsewhere. Filled in by keyboard.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { checkEntered, type EnteredErrors, enteredFields } from '#schemas/entered-enquiry.ts'
import { Button } from '#ui/button/button.tsx'
import { CallError, callEnquiry } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { firmServices } from '../../firm.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { readAnew } from './enquiries-key.ts'
import { type EntryDraft, EntryFields } from './entry-fields.tsx'

export interface NewEnquiryProps {
  /** Kept by the list, so that what was typed survives closing the form. */
  draft: EntryDraft
  /** Not when the page opens with what was begun before. */
  takesFocus: boolean
  onChange(draft: EntryDraft): void
  onSaved(id: string): void
  onClose(): void
  onDiscard(): void
}

export function NewEnquiry(props: NewEnquiryProps) {
  const { draft, takesFocus, onChange, onSaved, onClose, onDiscard } = props
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<EnteredErrors>({})
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: ({ key, is_answered, sends_confirmation, ...fields }: EntryDraft) =>
      callEnquiry<{ id: string; reference: string }>('enter', {
        key,
        fields,
        is_answered,
        sends_confirmation: sends_confirmation && fields.email.trim() !== '',
      }),
    async onSuccess({ id, reference }) {
      showSuccess(`Enquiry ${reference} saved`)
      onSaved(id)
      await readAnew(client)
    },
    onError(error) {
      const isInvalid = error instanceof CallError && error.code === 'invalid_enquiry'
      if (isInvalid) show(error.details as EnteredErrors)
      showError(toMessage(error, 'The enquiry was not saved. Please try again.'))
    },
  })

  useEffect(() => {
    if (!takesFocus) return
    form.current?.scrollIntoView({ block: 'nearest' })
    focusOn(form.current, 'entered_via')
  }, [takesFocus])

  function show(found: EnteredErrors) {
    setErrors(found)
    const first = enteredFields.find((field) => found[field])
    if (first) focusOn(form.current, first)
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (save.isPending) return
    const check = checkEntered(draft, firmServices)
    if (!check.isValid) return show(check.errors)
    setErrors({})
    save.mutate(draft)
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Escape') onClose()
    // In the message, Enter is a new line.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }

  return (
    <form
      ref={form}
      className="panel new-enquiry"
      aria-labelledby="new-enquiry-heading"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      <h3 id="new-enquiry-heading">New enquiry</h3>
      <EntryFields draft={draft} errors={errors} onChange={onChange} />
      <div className="form-buttons">
        <Button type="submit" kind="main" isBusy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save enquiry'}
        </Button>
        <Button onClick={onDiscard}>Cancel</Button>
      </div>
    </form>
  )
}

function focusOn(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
