import { useQueryClient } from '@tanstack/react-query'
import { UploadCloud } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { showError } from '../../notices/notices.tsx'
import { useRole } from '../../session/session.tsx'
import { nameOfDocument } from './document-names.ts'
import { editedBody, isChanged } from './documents.ts'
import { flushAll, useOpenEditors } from './open-editors.ts'
import { PublishDialog, type Published } from './publish-dialog.tsx'
import { groupChanges } from './publish-groups.ts'
import { type Site, siteQuery } from './site.ts'
import type { Path } from './values.ts'

export interface PublishButtonProps {
  site: Site
  /** The key of the open document. */
  open: string | undefined
  onOpen(key: string, field: Path): void
  onPublished(publication: Published): void
}

export function PublishButton(props: PublishButtonProps) {
  const { open, onOpen, onPublished } = props
  const client = useQueryClient()
  // What was just saved is in the cache a moment before it is in the props.
  const site = client.getQueryData(siteQuery.queryKey) ?? props.site
  const role = useRole()
  const editors = useOpenEditors()
  const [isConfirming, setConfirming] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const changed = site.documents.filter(isChanged)
  const count = groupChanges(changed).length
  if (role !== 'admin') {
    return count > 0 ? <p className="soft">Ask an administrator to publish ({count})</p> : null
  }

  /** What was typed last belongs to what is published. */
  async function confirm() {
    setSaving(true)
    const failed = await flushAll(editors)
    setSaving(false)
    if (!failed) return setConfirming(true)
    const found = site.documents.find(({ key }) => key === failed.key)
    const name = nameOfDocument(failed.key, found && editedBody(found))
    showError(`${name} could not be saved, and nothing is published. ${failed.reason}`)
  }
  return (
    <>
      <Button kind="main" disabled={count === 0} isBusy={isSaving} onClick={() => void confirm()}>
        <UploadCloud aria-hidden="true" />
        {count === 0
          ? 'Nothing to publish'
          : `Publish ${count} ${count === 1 ? 'change' : 'changes'}`}
      </Button>
      {isConfirming && (
        <PublishDialog
          site={site}
          changed={changed}
          open={open}
          onOpen={onOpen}
          onPublished={onPublished}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}
