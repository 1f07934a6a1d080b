// Adds a town or a service: asks for the facts that only the owner knows, and makes the draft of its page.
import { useState } from 'react'
import { Field } from '#ui/field/field.tsx'
import { showSuccess } from '../../notices/notices.tsx'
import { nameOfDocument, serviceGroupsIn } from './document-names.ts'
import { editedBodies, textIn } from './documents.ts'
import { FormDialog } from './form-dialog.tsx'
import { addService, addTown, readOutwardCodes, slugFrom } from './new-page.ts'
import { readPosition } from './position.ts'
import type { Site } from './site.ts'
import { useChanges } from './use-changes.ts'

export type PageKind = 'town' | 'service'

export interface AddPageProps {
  kind: PageKind
  site: Site
  onAdded(key: string): void
  onClose(): void
}

export function AddPage({ kind, site, onAdded, onClose }: AddPageProps) {
  const bodies = editedBodies(site.documents)
  const groups = serviceGroupsIn(bodies)
  const [typed, setTyped] = useState({
    ...{ name: '', position: '', postcodes: '', group: groups[0]?.overview ?? '', option: 'own' },
    county: textIn(bodies.get('company'), 'county') ?? '',
  })
  const [errors, setErrors] = useState<Partial<typeof typed>>({})
  const key = `${kind}s/${slugFrom(typed.name)}`
  const isOwnOption = typed.option === 'own'
  const groupOption = textIn(bodies.get(`services/${typed.group}`), 'enquiryService')
  const save = useChanges(site, () => {
    showSuccess(`The draft of ${typed.name.trim()} is ready: write its texts`)
    onClose()
    onAdded(key)
  })
  const bind = (field: keyof typeof typed) => ({
    className: 'input',
    value: typed[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [field]: target.value }),
  })

  function submit() {
    const name = typed.name.trim()
    const position = readPosition(typed.position)
    const outwardCodes = readOutwardCodes(typed.postcodes)
    const isTaken = bodies.has(key)
    const found = {
      ...(slugFrom(name) === '' && { name: 'Please enter a name' }),
      ...(isTaken && { name: `There is a ${kind} of this name already` }),
      ...(kind === 'town' && !typed.county.trim() && { county: 'Please enter the county' }),
      ...(kind === 'town' && !position && { position: 'Enter two numbers, such as 52.19, -2.51' }),
      ...(!outwardCodes && { postcodes: 'Enter the first halves, such as HR7 WR6' }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const today = new Date().toISOString().slice(0, 10)
    if (kind === 'service') {
      const service = { name, group: typed.group || undefined, hasOwnOption: isOwnOption }
      return save.mutate(addService(bodies, service, today))
    }
    if (position && outwardCodes) {
      const town = { name, county: typed.county.trim(), ...position, outwardCodes }
      save.mutate(addTown(bodies, town, today))
    }
  }
  return (
    <FormDialog
      title={`Add a ${kind}`}
      submit={`Add ${kind}`}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>It is a draft until you publish it, with texts for you to write.</p>
      <Field label="Name" error={errors.name}>
        {(control) => <input {...control} {...bind('name')} />}
      </Field>
      {kind === 'town' ? (
        <>
          <Field label="County" error={errors.county}>
            {(control) => <input {...control} {...bind('county')} />}
          </Field>
          <Field
            label="Position"
            error={errors.position}
            hint="Latitude and longitude. In an online map, press on the town and copy the two numbers."
          >
            {(control) => <input {...control} {...bind('position')} />}
          </Field>
          <Field
            label="Postcodes"
            error={errors.postcodes}
            hint="Their first halves, such as HR7. Visitors from there are told that you come to them."
          >
            {(control) => <input {...control} {...bind('postcodes')} />}
          </Field>
        </>
      ) : (
        <>
          <Field label="Group">
            {(control) => (
              <select {...control} {...bind('group')}>
                {groups.map(({ overview }) => (
                  <option key={overview} value={overview}>
                    {nameOfDocument(`services/${overview}`, bodies.get(`services/${overview}`))}
                  </option>
                ))}
                <option value="">A group of its own</option>
              </select>
            )}
          </Field>
          {groupOption && (
            <Field label="In the quote form">
              {(control) => (
                <select {...control} {...bind('option')}>
                  <option value="own">As a choice of its own</option>
                  <option value="group">Under “{groupOption}”</option>
                </select>
              )}
            </Field>
          )}
        </>
      )}
    </FormDialog>
  )
}
