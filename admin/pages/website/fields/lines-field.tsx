// A list of short words, typed one per line: postcodes, places, search words.
import { useState } from 'react'
import { Field } from '#ui/field/field.tsx'
import { sentence } from '../problems.ts'
import { isSame, type Path } from '../values.ts'
import { useEditor } from './editor-context.ts'
import { hintOf, useFieldText } from './field-text.ts'

export interface LinesFieldProps {
  path: Path
  value: unknown
  max: number
  isOptional: boolean
  label?: string
}

export function LinesField({ path, value, max, isOptional, label }: LinesFieldProps) {
  const { change, problems } = useEditor()
  const text = useFieldText(path)
  const list = Array.isArray(value) ? value.map(String) : []
  // What is typed, with the empty line that the owner has just begun.
  const [typed, setTyped] = useState(list.join('\n'))
  const shown = isSame(linesIn(typed), list) ? typed : list.join('\n')
  const inLines = list.flatMap((_, at) =>
    (problems.get([...path, at].join('/')) ?? []).map(
      ({ message }) => `Line ${at + 1}: ${sentence(message)}`,
    ),
  )
  return (
    <Field
      id={text.id}
      label={label ?? text.label}
      error={[text.error, ...inLines].filter(Boolean).join('. ') || undefined}
      hint={hintOf(text.help, 'One per line', `${list.length} of ${max}`)}
    >
      {(control) => (
        <textarea
          {...control}
          className="input"
          rows={Math.min(8, Math.max(3, list.length + 1))}
          value={shown}
          onChange={({ target }) => {
            setTyped(target.value)
            const next = linesIn(target.value)
            change(path, next.length === 0 && isOptional ? undefined : next)
          }}
        />
      )}
    </Field>
  )
}

const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
