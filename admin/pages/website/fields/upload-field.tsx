// The owner's photograph instead of a shipped picture.
import { useMutation, useQuery } from '@tanstack/react-query'
import { ImageUp, Undo2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Picture } from '#content/pictures.ts'
import { starter } from '#content/starter.ts'
import { focusOf, isUpload } from '#content/uploaded-pictures.ts'
import { Button } from '#ui/button/button.tsx'
import { FieldError } from '#ui/field/field.tsx'
import { toMessage } from '../../../errors.ts'
import { sendPicture, sitePictureQuery } from '../site.ts'
import { type Path, valueAt } from '../values.ts'
import { useEditor } from './editor-context.ts'
import { FocusPoint, type Point } from './focus-point.tsx'

export interface UploadFieldProps {
  path: Path
  /** The picture with all its entries. */
  picture: Partial<Picture>
}

export function UploadField({ path, picture }: UploadFieldProps) {
  const { change, shipped } = useEditor()
  const place = path.slice(0, -1)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: sendPicture,
    // It shows something else: neither the words nor the point of the picture before are true of it.
    onSuccess: (name) =>
      change(place, {
        ...picture,
        ...{ upload: name, alt: `${starter}what the photograph shows`, focus: [50, 50] },
      }),
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
          onPoint={(point) => change([...place, 'focus'], point)}
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
          <Button onClick={() => change(place, firstPicture(valueAt(shipped, place), picture))}>
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

/** With its own description and focus, as they were before the photograph. */
function firstPicture(shipped: unknown, { upload: _, ...rest }: Partial<Picture>): unknown {
  return shipped ?? rest
}

/** Narrower ones are blurred where a page shows them large. */
const minWidth = 800

interface PhotographProps {
  upload: string
  focus: Point
  onPoint(point: Point): void
}

function Photograph({ upload, focus, onPoint }: PhotographProps) {
  const { data: url } = useQuery(sitePictureQuery(upload))
  const [width, setWidth] = useState<number>()
  if (!url) return null
  return (
    <>
      <FocusPoint url={url} point={focus} onPoint={onPoint} onWidth={setWidth} />
      {width !== undefined && width < minWidth && (
        <p className="field-hint" role="status">
          This photograph is only {width} pixels wide. It looks blurred where pages show it large:
          use one of at least {minWidth} pixels if you have it.
        </p>
      )}
    </>
  )
}
