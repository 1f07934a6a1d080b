import { useState } from 'react'
import * as v from 'valibot'
import { isReserved } from '#content/reserved-paths.ts'
import { path as pathSchema } from '#content/text.ts'
import { Field } from '#ui/field/field.tsx'
import { showSuccess } from '../../notices/notices.tsx'
import { editedBodies, publicBody, textIn } from './documents.ts'
import { pageOptions } from './field-options.ts'
import { FormDialog } from './form-dialog.tsx'
import { movePage } from './links.ts'
import { slugFrom } from './new-page.ts'
import { sentence } from './problems.ts'
import type { Site, SiteDocument } from './site.ts'
import { useChanges } from './use-changes.ts'

export interface MovePageProps {
  site: Site
  document: SiteDocument
  name: string
  from: string
  onMoved(): void
  onClose(): void
}

export function MovePage(props: MovePageProps) {
  const { site, document, name, from, onMoved, onClose } = props
  const [typed, setTo] = useState(from)
  const to = typed.trim()
  const [error, setError] = useState<string>()
  const bodies = editedBodies(site.documents)
  const save = useChanges(site, () => {
    showSuccess('The address is changed in the draft')
    onMoved()
    onClose()
  })
  function submit() {
    if (!v.is(pathSchema, to)) {
      setTo(addressFrom(to, from))
      return setError('Addresses have small letters, digits and hyphens. This would be one')
    }
    const problem = problemOf(to)
    setError(problem ? sentence(problem) : undefined)
    if (problem) return
    if (to === from) onClose()
    else save.mutate(movePage(bodies, from, to, textIn(publicBody(document), 'path') === from))
  }
  function problemOf(path: string): string | undefined {
    if (isReserved(path)) return 'is kept for the dashboard and what belongs to it'
    const isTaken = path !== from && pageOptions(bodies).some(({ value }) => value === path)
    return isTaken ? 'is the address of another page' : undefined
  }
  return (
    <FormDialog
      title={`Change the address of ${name}`}
      submit="Change address"
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>Visitors of the old address are sent to the new one, and links on the site follow.</p>
      <Field label="Address of the page" error={error}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={typed}
            onChange={({ target }) => setTo(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** "Garden Fencing" → /landscaping/garden-fencing, where the page was in /landscaping before. */
function addressFrom(typed: string, from: string): string {
  const slugs = typed.split('/').map(slugFrom).filter(Boolean)
  if (slugs.length === 0) return from
  const parent = typed.includes('/') ? '' : from.replace(/\/[^/]*$/, '')
  return `${parent}/${slugs.join('/')}`
}
