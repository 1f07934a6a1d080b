// The owner's photograph instead of a shipped picture.
import { useMutation, useQuery } from '@tanstack/react-query'
import { ImageUp, Undo2 } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Picture } from '#content/pictures.ts'
import { focusOf, isUpload } from '#content/uploaded-pictures.ts'
import { Button } from '#ui/button/button.tsx'
import { FieldError } from '#ui/field/field.tsx'
import { toMessage } from '../../../errors.ts'
import { sendPicture, sitePictureQuery } from '../site.ts'
import type { Path } from '../values.ts'
import { useEditor } from './editor-context.ts'
import { FocusPoint, type Point } from './focus-point.tsx'

export interface UploadFieldProps {
  path: Path
  /** The picture with all its entries. */
  picture: Partial<Picture>
}

export function UploadField({ path, picture }: UploadFieldProps) {
  const { change } = useEditor()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: sendPicture,
    onSuccess: (name) => change(path, name),
  })
  const error = upload.error
    ? toMessage(upload.error, 'The photograph could not be sent. Please try again.')
    : undefined
  return (
    <div className="field">
      {isUpload(picture.upload) && (
        <Photograph
          key={picture.upload}
          upload={picture.upload}
          focus={focusOf({ ...(picture.focus && { focus: picture.focus }) })}
          onPoint={(point) => change([...path.slice(0, -1), 'focus'], point)}
        />
      )}
      <label className="unseen" htmlFor={id}>
        Photograph of your own
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
          if (file) upload.mutate(file)
          target.value = ''
        }}
      />
      <div className="form-buttons">
        <Button isBusy={upload.isPending} onClick={() => input.current?.click()}>
          <ImageUp aria-hidden="true" />
          {upload.isPending ? 'Sending…' : 'Use a photograph of your own'}
        </Button>
        {picture.upload && (
          <Button onClick={() => change(path, undefined)}>
            <Undo2 aria-hidden="true" />
            Go back to the first picture
          </Button>
        )}
      </div>
      <p className="field-hint">It replaces this picture on every page that shows it.</p>
      <FieldError id={id} message={error} />
    </div>
  )
}

interface PhotographProps {
  upload: string
  focus: Point
  onPoint(point: Point): void
}

function Photograph({ upload, focus, onPoint }: PhotographProps) {
  const { data: url } = useQuery(sitePictureQuery(upload))
  return url ? <FocusPoint url={url} point={focus} onPoint={onPoint} /> : null
}
