// Adds a photograph to the pictures that pages can show.
import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Picture } from '#content/pictures.ts'
import { starter } from '#content/starter.ts'
import { Button } from '#ui/button/button.tsx'
import { Field, FieldError } from '#ui/field/field.tsx'
import { toMessage } from '../../../errors.ts'
import { slugFrom } from '../new-page.ts'
import { sendPicture } from '../site.ts'

export interface AddPictureProps {
  taken: string[]
  onAdd(name: string, picture: Picture): void
}

export function AddPicture({ taken, onAdd }: AddPictureProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const slug = slugFrom(typed)
  const upload = useMutation({
    mutationFn: sendPicture,
    onSuccess(sent) {
      const alt = `${starter}what the photograph shows`
      onAdd(slug, { alt, family: 'scene', focus: [50, 50], upload: sent })
      setTyped('')
    },
  })

  function choose() {
    const found = problemOf(slug, taken)
    setProblem(found)
    if (found) name.current?.focus()
    else input.current?.click()
  }

  return (
    <div className="site-add-picture">
      <Field label="Add a photograph: what is it called?" error={problem}>
        {(control) => (
          <input
            {...control}
            ref={name}
            className="input"
            maxLength={60}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <label className="unseen" htmlFor={id}>
        Photograph to add
      </label>
      <input
        id={id}
        ref={input}
        className="unseen"
        type="file"
        accept="image/*"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          const found = problemOf(slug, taken)
          setProblem(found)
          if (file && !found) upload.mutate(file)
          target.value = ''
        }}
      />
      <Button isBusy={upload.isPending} onClick={choose}>
        <ImagePlus aria-hidden="true" />
        {upload.isPending ? 'Sending…' : 'Choose the photograph'}
      </Button>
      <FieldError
        id={id}
        message={
          upload.error
            ? toMessage(upload.error, 'The photograph could not be sent. Please try again.')
            : undefined
        }
      />
    </div>
  )
}

function problemOf(slug: string, taken: string[]): string | undefined {
  if (slug === '') return 'Please give it a name, such as “Bromyard square”'
  return taken.includes(slug) ? 'There is a picture of this name: choose another' : undefined
}
