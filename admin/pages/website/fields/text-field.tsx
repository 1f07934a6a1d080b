import { type SyntheticEvent, useState } from 'react'
import { isStarter } from '#content/starter.ts'
import { Field } from '#ui/field/field.tsx'
import type { Option } from '../field-options.ts'
import { sentence } from '../problems.ts'
import type { Shape } from '../shape.ts'
import { isWithin, type Path } from '../values.ts'
import { useEditor, useJustAdded } from './editor-context.ts'
import { formatLength, hintOf, useFieldText } from './field-text.ts'

export interface TextFieldProps {
  shape: Extract<Shape, { kind: 'text' }>
  path: Path
  value: unknown
  isOptional: boolean
  label?: string
}

/** Texts that may be longer get several lines. */
const oneLine = 120

const inputTypes = { date: 'date', time: 'time', email: 'email', colour: 'color' } as const

export function TextField({ shape, path, value, isOptional, label }: TextFieldProps) {
  const { change, fixed, optionsAt, noteAt, documentKey, wanted } = useEditor()
  const fieldText = useFieldText(path)
  const isJustAdded = useJustAdded()
  const [isLeft, setLeft] = useState(!isJustAdded)
  // Publishing was tried: what is missing around the first fault is shown too.
  if (!isLeft && isWithin(path.slice(0, -1), wanted)) setLeft(true)
  const text = typeof value === 'string' ? value : ''
  const { min, max, format } = shape
  const options = format === 'path' || format === 'slug' ? optionsAt(path) : undefined
  const variable = documentKey === 'company' ? fixed[String(path[0])] : undefined
  // Moving a page concerns links and redirects too: that is a dialog of its own.
  const isAddress = format === 'path' && path.length === 1 && path[0] === 'path'
  const set = (next: string) => change(path, next === '' && isOptional ? undefined : next)
  const hasLength = format === 'plain' && !variable && max < 2_000
  const hint = hintOf(
    fieldText.help,
    isAddress && addressHelp(documentKey),
    variable && `Set by ${variable} in the settings of the server, and not to be changed here`,
    fieldText.advice,
    format === 'colour' ? text : undefined,
    noteAt(path),
    hasLength ? formatLength(text, min, max) : undefined,
  )
  // What is empty is no wrong time or date yet.
  const missing = isLeft && fieldText.error ? sentence('is empty') : undefined
  const error = text === '' ? missing : fieldText.error
  const shared = {
    ...{ className: 'input', value: text, readOnly: variable !== undefined || isAddress },
    onBlur: () => setLeft(true),
    // The browser puts the cursor where it is pressed, after the focus.
    ...{ onFocus: selectStarter, onClick: selectStarter },
  }
  return (
    <Field id={fieldText.id} label={label ?? fieldText.label} error={error} hint={hint}>
      {(control) => {
        if (options) {
          return (
            <select
              {...control}
              className="input"
              value={text}
              onBlur={() => setLeft(true)}
              onChange={(e) => set(e.target.value)}
            >
              {optionsWith(text, options, isOptional).map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          )
        }
        if (max > oneLine && format === 'plain') {
          return (
            <textarea
              {...control}
              {...shared}
              rows={max > 500 ? 5 : 3}
              // Texts have no line breaks: a pasted one becomes a space.
              onChange={(e) => set(e.target.value.replaceAll(/\s*\n\s*/g, ' '))}
            />
          )
        }
        const type = inputTypes[format as keyof typeof inputTypes] ?? 'text'
        return <input {...control} {...shared} type={type} onChange={(e) => set(e.target.value)} />
      }}
    </Field>
  )
}

const addressHelp = (key: string) =>
  /^(services|towns)\//.test(key)
    ? 'To change it, press “Change address” at the top'
    : 'This page keeps its address'

/** What is typed replaces it. */
function selectStarter(event: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (isStarter(event.currentTarget.value)) event.currentTarget.select()
}

/** A name that no longer exists stays visible, so that it can be replaced knowingly. */
function optionsWith(text: string, options: Option[], isOptional: boolean): Option[] {
  const isKnown = options.some(({ value }) => value === text)
  return [
    ...(isOptional || text === ''
      ? [{ value: '', label: isOptional ? 'None' : 'Please choose' }]
      : []),
    ...(isKnown || text === '' ? [] : [{ value: text, label: `${text} (does not exist)` }]),
    ...options,
  ]
}
