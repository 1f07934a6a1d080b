// Adds a photograph to the pictures that pages can show.
import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Picture } from '#content/pictures.ts'
import { starter } from '#content/starter.ts'
import { Field, FieldError } from '#ui/field/field.tsx'
import { toMessage } from '../../../errors.ts'
import { slugFrom } from '../new-page.ts'
import { sendPicture } from '../site.ts'
import { ChooseFile } from './choose-file.tsx'

export interface AddPictureProps {
  taken: string[]
  onAdd(name: string, picture: Picture): void
}

export function AddPicture({ taken, onAdd }: AddPictureProps) {
  const id = useId()
  const name = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const slug = slugFrom(typed)
  const upload = useMutation({
    mutationFn: sendPicture,
    onSuccess(sent) {
      onAdd(slug, { family: 'scene', ...newPhotograph(sent) })
      setTyped('')
    },
  })

  function isNamed(): boolean {
    const found = problemOf(slug, taken)
    setProblem(found)
    if (found) name.current?.focus()
    return found === undefined
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
      <ChooseFile
        label="Photograph to add"
        accept="image/*"
        isBusy={upload.isPending}
        isReady={isNamed}
        onFile={(file) => upload.mutate(file)}
      >
        <ImagePlus aria-hidden="true" />
        {upload.isPending ? 'Sending…' : 'Choose the photograph'}
      </ChooseFile>
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

/** A photograph that was just sent: its description is to be written, its subject is in the middle. */
export const newPhotograph = (upload: string) => ({
  upload,
  alt: `${starter}what the photograph shows`,
  focus: [50, 50] as [number, number],
})
