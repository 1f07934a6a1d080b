// The owner's photograph instead of a shipped picture.
import { useMutation, useQuery } from '@tanstack/react-query'
import { ImageUp, Trash2, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { cutsOf } from '#content/picture-cuts.ts'
import { maxZoom, type Picture } from '#content/pictures.ts'
import { framing, isUpload } from '#content/uploaded-pictures.ts'
import { Button } from '#ui/button/button.tsx'
import { Field, FieldError } from '#ui/field/field.tsx'
import { toMessage } from '../../../errors.ts'
import { editedBodies } from '../documents.ts'
import { pageShowing } from '../picture-page.ts'
import { sendPicture, sitePictureQuery, siteQuery } from '../site.ts'
import { type Path, valueAt } from '../values.ts'
import { newPhotograph } from './add-picture.tsx'
import { ChooseFile } from './choose-file.tsx'
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
  /** With its own description and focus; none of a picture that the owner has added. */
  const first = valueAt(shipped, place)
  const { data: site } = useQuery(siteQuery)
  const shownOn = site && pageShowing(editedBodies(site.documents), String(place.at(-1)))
  const id = useId()
  const upload = useMutation({
    mutationFn: sendPicture,
    // It shows something else: neither the words nor the point of the picture before are true of it.
    onSuccess(name) {
      const { zoom: _, ...kept } = picture
      change(place, { ...kept, ...newPhotograph(name) })
    },
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
          picture={picture}
          onPoint={(point) => change([...place, 'focus'], point)}
          onZoom={(zoom) => change([...place, 'zoom'], zoom)}
        />
      )}
      <div className="form-buttons">
        <ChooseFile
          label="Photograph of your own"
          accept="image/*"
          isBusy={upload.isPending}
          onFile={(file) => upload.mutate(file)}
        >
          <ImageUp aria-hidden="true" />
          {upload.isPending ? 'Sending…' : 'Use a photograph of your own'}
        </ChooseFile>
        {picture.upload && first !== undefined && (
          <Button onClick={() => change(place, first)}>
            <Undo2 aria-hidden="true" />
            Go back to the first picture
          </Button>
        )}
        {first === undefined && !shownOn && (
          <Button kind="danger-quiet" onClick={() => change(place, undefined)}>
            <Trash2 aria-hidden="true" />
            Remove this picture
          </Button>
        )}
      </div>
      <p className="field-hint">
        {first !== undefined
          ? 'It replaces this picture on every page that shows it.'
          : shownOn
            ? `${shownOn} shows it. To remove it, choose another picture there first.`
            : 'Choose it as the picture of a page, and publish both together.'}
      </p>
      <FieldError id={id} message={error} />
    </div>
  )
}

/** Narrower ones are blurred where a page shows them large. */
const minWidth = 800

interface PhotographProps {
  upload: string
  picture: Partial<Picture>
  onPoint(point: Point): void
  onZoom(zoom: number): void
}

function Photograph({ upload, picture, onPoint, onZoom }: PhotographProps) {
  const { data: url } = useQuery(sitePictureQuery(upload))
  const [width, setWidth] = useState<number>()
  if (!url) return null
  const { focus, zoom } = framing(picture)
  const shown = width === undefined ? undefined : Math.round((width * 100) / zoom)
  return (
    <>
      <FocusPoint
        {...{ url, zoom, onPoint, onWidth: setWidth }}
        point={focus}
        // A photograph is a scene, even where it replaces a miniature.
        cuts={cutsOf({ family: 'scene', ...(picture.shape && { shape: picture.shape }) })}
      />
      <Field label={`Zoom: ${zoom} %`} hint="The frames are what pages show; the rest is cut off.">
        {(control) => (
          <input
            {...control}
            type="range"
            min={100}
            max={maxZoom}
            step={10}
            value={zoom}
            aria-valuetext={`${zoom} per cent`}
            onChange={({ target }) => onZoom(Number(target.value))}
          />
        )}
      </Field>
      {shown !== undefined && shown < minWidth && (
        <p className="field-hint" role="status">
          What is shown is only {shown} pixels wide. It looks blurred where pages show it large: use
          at least {minWidth} pixels if you have them.
        </p>
      )}
    </>
  )
}
