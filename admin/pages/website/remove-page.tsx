import { useState } from 'react'
import type { Coverage } from '#content/coverage.ts'
import { Field } from '#ui/field/field.tsx'
import { showSuccess } from '../../notices/notices.tsx'
import { serviceGroupsIn } from './document-names.ts'
import { editedBodies, publicBody, textIn, textsIn } from './documents.ts'
import { pageOptions } from './field-options.ts'
import { FormDialog } from './form-dialog.tsx'
import { dropPage } from './links.ts'
import type { Site, SiteDocument } from './site.ts'
import { useChanges } from './use-changes.ts'

export interface RemovePageProps {
  site: Site
  document: SiteDocument
  name: string
  onRemoved(): void
  onClose(): void
}

export function RemovePage({ site, document, name, onRemoved, onClose }: RemovePageProps) {
  const { key } = document
  const bodies = editedBodies(site.documents)
  const path = textIn(bodies.get(key), 'path')
  const published = publicBody(document)
  const targets = pageOptions(bodies).filter(({ value }) => value !== path)
  const parent = path?.replace(/\/[^/]*$/, '') || '/'
  const [target, setTarget] = useState(
    targets.some(({ value }) => value === parent) ? parent : (targets[0]?.value ?? '/'),
  )
  const town = key.startsWith('towns/') ? textIn(bodies.get(key), 'name') : undefined
  const outwardCodes = textsIn(bodies.get('coverage'), town ?? '')
  const [isLeft, setLeft] = useState(true)
  const served = site.documents.find((other) => other.key === 'coverage')
  const coverage = (served ? publicBody(served) : {}) as Coverage
  const save = useChanges(site, () => {
    showSuccess(`${name} is removed in the draft`)
    onClose()
    onRemoved()
  })
  const group = serviceGroupsIn(bodies).find(({ overview }) => `services/${overview}` === key)
  if (group && group.children.length > 0) {
    return (
      <FormDialog title={`Remove ${name}?`} submit="" isOver onSubmit={onClose} onClose={onClose}>
        <p>
          {name} is the overview of {group.children.length} other services. Move or remove them
          first, under “Order and groups of services”.
        </p>
      </FormDialog>
    )
  }
  return (
    <FormDialog
      title={`Remove ${name}?`}
      submit="Remove"
      kind="danger"
      isBusy={save.isPending}
      onSubmit={() => {
        const hasVisitors = textIn(published, 'path') === path
        const leftTown = isLeft ? town : undefined
        save.mutate(dropPage(bodies, key, target, { leftTown, published: coverage, hasVisitors }))
      }}
      onClose={onClose}
    >
      {published === undefined ? (
        <p>No visitor has seen this page yet. It leaves the menus and the links of the draft.</p>
      ) : (
        <>
          <p>
            The page leaves the menus, the links and the sitemap when you publish. {name} can be
            brought back from the history.
          </p>
          <Field label="Where should its visitors go?">
            {(control) => (
              <select
                {...control}
                className="input"
                value={target}
                onChange={(event) => setTarget(event.target.value)}
              >
                {targets.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label} ({value})
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
      {published !== undefined && outwardCodes.length > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={isLeft}
            onChange={({ target: box }) => setLeft(box.checked)}
          />
          We no longer come to {outwardCodes.join(', ')}: the forms say so
        </label>
      )}
    </FormDialog>
  )
}
