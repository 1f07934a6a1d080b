// Entries with names of their own: the postcodes of each town, the texts of pictures.
import { Plus, Trash2 } from 'lucide-react'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { Picture } from '#content/pictures.ts'
import { Button } from '#ui/button/button.tsx'
import { FieldError } from '#ui/field/field.tsx'
import type { Option } from '../field-options.ts'
import { labelOf } from '../labels.ts'
import type { Shape } from '../shape.ts'
import { blankOf, isWithin, type Path, valueAt, withValue } from '../values.ts'
import { AddPicture } from './add-picture.tsx'
import { useEditor } from './editor-context.ts'
import { useFieldText } from './field-text.ts'
import { Fold } from './fold.tsx'
import { GroupFields } from './group-fields.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { UploadField } from './upload-field.tsx'

export interface MapFieldProps {
  shape: Extract<Shape, { kind: 'map' }>
  path: Path
  value: unknown
}

export function MapField({ shape, path, value }: MapFieldProps) {
  const { change, documentKey, problems, saved, followEntry, optionsAt, wanted, FieldFor } =
    useEditor()
  const text = useFieldText(path)
  const options = optionsAt(path)
  const entries = inOrderOfOptions(Object.entries((value ?? {}) as object), options)
  const placeLabel = (name: string) =>
    options?.find((option) => option.value === name)?.label ?? labelOf(name)
  // Named by the owner; other maps have the names of documents or pictures.
  const isOwnNames = shape.name.kind === 'text' && shape.name.format !== 'slug'
  const hasProblem = (name: string) =>
    [...problems.keys()].some((id) => id.startsWith([...path, name, ''].join('/')))
  return (
    <fieldset className="site-part" id={text.id}>
      {path.length > 0 && <legend>{text.label}</legend>}
      <FieldError id={text.id} message={text.error} />
      {documentKey === 'pictures' && (
        <AddPicture
          taken={entries.map(([name]) => name)}
          onAdd={(name, picture) => change(path, { [name]: picture, ...(value as object) })}
        />
      )}
      {entries.map(([name, entry]) =>
        shape.value.kind === 'group' ? (
          <Fold
            key={name}
            className="site-entry"
            summary={
              <>
                {documentKey === 'pictures' && (
                  <Thumbnail
                    name={name}
                    picture={(valueAt(saved, [...path, name]) ?? {}) as Partial<Picture>}
                  />
                )}
                {placeLabel(name)}
              </>
            }
            isOpened={hasProblem(name) || isWithin([...path, name], wanted)}
            onOpen={() => followEntry(name)}
          >
            {documentKey === 'pictures' && (
              <UploadField path={[...path, name, 'upload']} picture={entry ?? {}} />
            )}
            <GroupFields shape={shape.value} path={[...path, name]} value={entry} isBare />
          </Fold>
        ) : (
          <div key={name} className="site-item">
            <FieldFor
              shape={shape.value}
              path={[...path, name]}
              value={entry}
              label={placeLabel(name)}
            />
            {isOwnNames && (
              <div className="site-item-buttons">
                <Button
                  kind="quiet"
                  aria-label={`Remove ${name}`}
                  onClick={() => change(path, withValue(value, [name], undefined))}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </div>
            )}
          </div>
        ),
      )}
      {isOwnNames && (
        <AddEntry
          label={documentKey === 'redirects' ? 'Old address' : 'Name'}
          taken={entries.map(([name]) => name)}
          onAdd={(name) => change(path, withValue(value, [name], blankOf(shape.value)))}
        />
      )}
    </fieldset>
  )
}

/** Those without an option stay where they are, after the others. */
function inOrderOfOptions<Entry>(entries: [string, Entry][], options: Option[] | undefined) {
  if (!options) return entries
  const placeOf = (name: string) => {
    const at = options.findIndex(({ value }) => value === name)
    return at < 0 ? options.length : at
  }
  return entries.toSorted(([one], [other]) => placeOf(one) - placeOf(other))
}

interface AddEntryProps {
  label: string
  taken: string[]
  onAdd(name: string): void
}

function AddEntry({ label, taken, onAdd }: AddEntryProps) {
  const id = useId()
  const [name, setName] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const trimmed = name.trim()
  const isFree = trimmed !== '' && !taken.includes(trimmed)
  function add(event: SubmitEvent) {
    event.preventDefault()
    if (!isFree) return input.current?.focus()
    onAdd(trimmed)
    setName('')
  }
  return (
    <form className="site-add-row" onSubmit={add}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={input}
        className="input"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit">
        <Plus aria-hidden="true" />
        Add
      </Button>
    </form>
  )
}
