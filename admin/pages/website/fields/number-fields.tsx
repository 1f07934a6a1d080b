// Numbers, and pairs of them: positions on a map or in a picture.
import { Field } from '#ui/field/field.tsx'
import type { Shape } from '../shape.ts'
import type { Path } from '../values.ts'
import { useEditor } from './editor-context.ts'
import { hintOf, useFieldText } from './field-text.ts'

export interface NumberFieldProps {
  shape: Extract<Shape, { kind: 'number' }>
  path: Path
  value: unknown
  isOptional: boolean
  label?: string
}

export function NumberField({ shape, path, value, isOptional, label }: NumberFieldProps) {
  const { change, fixed, documentKey } = useEditor()
  const text = useFieldText(path)
  const { min, max, isWhole } = shape
  const variable = documentKey === 'company' ? fixed[String(path[0])] : undefined
  const range = Number.isFinite(min) && Number.isFinite(max) ? `${min} to ${max}` : undefined
  const setBy = variable && `Set by ${variable} in the settings of the server`
  // Not undefined, which would shorten a pair.
  const empty = isOptional ? undefined : null
  return (
    <Field
      id={text.id}
      label={label ?? text.label}
      error={text.error}
      // A number of a pair: the help is above the two.
      hint={hintOf(label ? undefined : text.help, setBy, text.advice, range)}
    >
      {(control) => (
        <input
          {...control}
          className="input site-number"
          type="number"
          step={isWhole ? 1 : 'any'}
          readOnly={variable !== undefined}
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) =>
            change(path, target.value === '' ? empty : Number(target.value))
          }
        />
      )}
    </Field>
  )
}

export interface TupleFieldProps {
  items: Shape[]
  path: Path
  value: unknown
  isOptional: boolean
}

export function TupleField({ items, path, value }: TupleFieldProps) {
  const text = useFieldText(path)
  const { documentKey } = useEditor()
  const isOnMap = documentKey.startsWith('towns/')
  const labels = isOnMap ? ['Latitude', 'Longitude'] : ['From the left', 'From the top']
  const numbers = Array.isArray(value) ? value : []
  return (
    <fieldset className="site-pair">
      <legend>{text.label}</legend>
      {text.help && <p className="field-hint">{text.help}</p>}
      <div>
        {items.map((shape, at) =>
          shape.kind === 'number' ? (
            <NumberField
              key={labels[at]}
              shape={shape}
              path={[...path, at]}
              value={numbers[at]}
              isOptional={false}
              label={labels[at] ?? text.label}
            />
          ) : null,
        )}
      </div>
    </fieldset>
  )
}
