import type { UiState } from '../state.ts'
import { Field } from './field.tsx'

export const fieldStates: UiState[] = [
  {
    name: 'empty',
    element: (
      <Field label="Your name">{(control) => <input {...control} className="input" />}</Field>
    ),
  },
  {
    name: 'with a hint',
    element: (
      <Field label="Date" hint="Today when left empty">
        {(control) => <input {...control} className="input" defaultValue="3 May 2026" />}
      </Field>
    ),
  },
  {
    name: 'in error',
    element: (
      <Field label="Phone" error="Please enter a valid UK phone number">
        {(control) => <input {...control} className="input" defaultValue="12" />}
      </Field>
    ),
  },
  {
    name: 'a choice',
    element: (
      <Field label="Service">
        {(control) => (
          <select {...control} className="input" defaultValue="First option">
            <option>First option</option>
          </select>
        )}
      </Field>
    ),
  },
  {
    name: 'a longer text',
    element: (
      <Field label="What would you like done?">
        {(control) => <textarea {...control} className="input" rows={3} />}
      </Field>
    ),
  },
  {
    name: 'switched off',
    element: (
      <Field label="Email">
        {(control) => (
          <input {...control} className="input" disabled defaultValue="jo@example.com" />
        )}
      </Field>
    ),
  },
]
