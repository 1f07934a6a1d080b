// One of a few, any of a few, and yes or no.
import { useState } from 'react'
import { Field, FieldError } from '#ui/field/field.tsx'
import { optionName } from '../labels.ts'
import type { Path } from '../values.ts'
import { useEditor, useJustAdded } from './editor-context.ts'
import { useFieldText } from './field-text.ts'

interface ChoiceProps {
  options: string[]
  path: Path
  value: unknown
  isOptional: boolean
}

export function ChoiceField({ options, path, value, isOptional }: ChoiceProps) {
  const { change } = useEditor()
  const text = useFieldText(path)
  return (
    <Field id={text.id} label={text.label} error={text.error} hint={text.help}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => change(path, target.value || undefined)}
        >
          {isOptional && <option value="">As usual</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {optionName(option)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function ChoicesField({ options, path, value }: ChoiceProps) {
  const { change } = useEditor()
  const text = useFieldText(path)
  const isJustAdded = useJustAdded()
  const [isLeft, setLeft] = useState(!isJustAdded)
  const error = isLeft ? text.error : undefined
  const chosen = Array.isArray(value) ? value : []
  const toggle = (option: string, isOn: boolean) =>
    change(
      path,
      options.filter((other) => (other === option ? isOn : chosen.includes(other))),
    )
  return (
    <fieldset
      className="site-choices"
      aria-describedby={error ? `${text.id}-error` : undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setLeft(true)
      }}
    >
      <legend>{text.label}</legend>
      <div>
        {options.map((option) => (
          <label key={option} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target }) => toggle(option, target.checked)}
            />
            {optionName(option)}
          </label>
        ))}
      </div>
      <FieldError id={text.id} message={error} />
    </fieldset>
  )
}

interface FlagProps {
  path: Path
  value: unknown
  isOptional: boolean
}

export function FlagField({ path, value, isOptional }: FlagProps) {
  const { change } = useEditor()
  const { id, label, error } = useFieldText(path)
  const off = isOptional ? undefined : false
  return (
    <div className="field">
      <label className="check">
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => change(path, target.checked ? true : off)}
        />
        {label}
      </label>
      <FieldError id={id} message={error} />
    </div>
  )
}
