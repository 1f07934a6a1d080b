// The fields of a group, the technical ones at its end under “More settings”.
import { FieldError } from '#ui/field/field.tsx'
import { isHidden, isTechnical } from '../labels.ts'
import type { Entry, GroupShape } from '../shape.ts'
import { isWithin, type Path, valueAt } from '../values.ts'
import { useEditor } from './editor-context.ts'
import { useFieldText } from './field-text.ts'
import { Fold } from './fold.tsx'
import { OptionalPart } from './optional-part.tsx'

export interface GroupFieldsProps {
  shape: GroupShape
  path: Path
  value: unknown
  /** What is around it has its name already. */
  isBare?: boolean
}

/** A group inside a document has a frame with its name; the document itself and list items have none. */
export function GroupFields({ shape, path, value, isBare = false }: GroupFieldsProps) {
  const text = useFieldText(path)
  const hasFrame = typeof path.at(-1) === 'string' && !isBare
  const fields = <Entries entries={shape.entries} path={path} value={value} />
  const error = <FieldError id={text.id} message={text.error} />
  if (!hasFrame) {
    return (
      <div className="site-fields">
        {error}
        {fields}
      </div>
    )
  }
  return (
    <fieldset className="site-part" id={text.id}>
      <legend>{text.label}</legend>
      {text.help && <p className="field-hint">{text.help}</p>}
      {error}
      <div className="site-fields">{fields}</div>
    </fieldset>
  )
}

function Entries({ entries, path, value }: { entries: Entry[]; path: Path; value: unknown }) {
  const { documentKey, problems, wanted, FieldFor } = useEditor()
  const isMore = ({ name }: Entry) => isTechnical(documentKey, [...path, name])
  const field = (entry: Entry) => {
    const own = { path: [...path, entry.name], value: valueAt(value, [entry.name]) }
    const isPart = entry.isOptional && ['group', 'list', 'tuple', 'map'].includes(entry.shape.kind)
    return isPart ? (
      <OptionalPart key={entry.name} shape={entry.shape} {...own} />
    ) : (
      <FieldFor key={entry.name} shape={entry.shape} isOptional={entry.isOptional} {...own} />
    )
  }
  const shown = entries.filter(
    ({ name, shape }) => shape.kind !== 'constant' && !isHidden(documentKey, [...path, name]),
  )
  const more = shown.filter(isMore)
  const isWanted = more.some(({ name }) => isWithin([...path, name], wanted))
  const hasProblem = more.some(({ name }) => {
    const start = [...path, name].join('/')
    return [...problems.keys()].some((id) => id === start || id.startsWith(`${start}/`))
  })
  return (
    <>
      {shown.filter((entry) => !isMore(entry)).map(field)}
      {more.length > 0 && (
        <Fold className="site-more" summary="More settings" isOpened={hasProblem || isWanted}>
          <div className="site-fields">{more.map(field)}</div>
        </Fold>
      )}
    </>
  )
}
