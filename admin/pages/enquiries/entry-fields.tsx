// The fields of an enquiry that is entered by hand.
import { enquiryLimits } from '#schemas/enquiry.ts'
import { type EnteredErrors, type EnteredField, enteredVia } from '#schemas/entered-enquiry.ts'
import { Field } from '#ui/field/field.tsx'
import { firmServices } from '../../firm.ts'

export interface EntryDraft extends Record<EnteredField, string> {
  /** Of the idempotency check: the same for each try to save this form. */
  key: string
  is_answered: boolean
  sends_confirmation: boolean
}

export function emptyEntry(): EntryDraft {
  return {
    key: crypto.randomUUID(),
    ...{ entered_via: 'telephone', name: '', phone: '', email: '', address: '' },
    ...{ service: '', message: '' },
    ...{ is_answered: false, sends_confirmation: false },
  }
}

interface EntryFieldsProps {
  draft: EntryDraft
  errors: EnteredErrors
  onChange(draft: EntryDraft): void
}

export function EntryFields({ draft, errors, onChange }: EntryFieldsProps) {
  const bind = (name: EnteredField) => ({
    name,
    className: 'input',
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...draft, [name]: target.value }),
  })
  const text = (name: 'name' | 'phone' | 'email' | 'address') => ({
    ...bind(name),
    maxLength: enquiryLimits[name].max,
    autoComplete: 'off',
  })
  return (
    <div className="entry-fields">
      <Field label="Came by" error={errors.entered_via}>
        {(control) => (
          <select {...control} {...bind('entered_via')}>
            {Object.entries(enteredVia).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Name" error={errors.name}>
        {(control) => <input {...control} {...text('name')} />}
      </Field>
      <Field label="Phone" error={errors.phone}>
        {(control) => <input {...control} {...text('phone')} type="tel" />}
      </Field>
      <Field label="Email (optional)" error={errors.email}>
        {(control) => <input {...control} {...text('email')} type="email" spellCheck={false} />}
      </Field>
      <Field label="Postcode (optional)" error={errors.address}>
        {(control) => <input {...control} {...text('address')} autoCapitalize="characters" />}
      </Field>
      <Field label="Service" error={errors.service}>
        {(control) => (
          <select {...control} {...bind('service')}>
            <option value="">Choose a service</option>
            {firmServices.map((service) => (
              <option key={service}>{service}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="What they need" error={errors.message} className="entry-wide">
        {(control) => (
          <textarea
            {...control}
            {...bind('message')}
            rows={3}
            maxLength={enquiryLimits.message.max}
          />
        )}
      </Field>
      <Check
        label="Already answered"
        isChecked={draft.is_answered}
        onChange={(is_answered) => onChange({ ...draft, is_answered })}
      />
      <Check
        label="Send a confirmation by email"
        isChecked={draft.sends_confirmation && draft.email.trim() !== ''}
        isDisabled={draft.email.trim() === ''}
        onChange={(sends_confirmation) => onChange({ ...draft, sends_confirmation })}
      />
    </div>
  )
}

interface CheckProps {
  label: string
  isChecked: boolean
  isDisabled?: boolean
  onChange(isChecked: boolean): void
}

function Check({ label, isChecked, isDisabled = false, onChange }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  )
}
