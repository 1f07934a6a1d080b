import { UploadCloud } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { useRole } from '../../session/session.tsx'
import { isChanged } from './documents.ts'
import { PublishDialog } from './publish-dialog.tsx'
import type { Site } from './site.ts'

export interface PublishButtonProps {
  site: Site
  /** The key of the open document. */
  open: string | undefined
  onOpen(key: string): void
  /** With the address of a page that was published. */
  onPublished(page: string): void
}

export function PublishButton({ site, open, onOpen, onPublished }: PublishButtonProps) {
  const role = useRole()
  const [isAsking, setAsking] = useState(false)
  const changed = site.documents.filter(isChanged)
  const count = changed.length
  if (role !== 'admin') {
    return count > 0 ? <p className="soft">Ask an administrator to publish ({count})</p> : null
  }
  return (
    <>
      <Button kind="main" disabled={count === 0} onClick={() => setAsking(true)}>
        <UploadCloud aria-hidden="true" />
        {count === 0
          ? 'Nothing to publish'
          : `Publish ${count} ${count === 1 ? 'change' : 'changes'}`}
      </Button>
      {isAsking && (
        <PublishDialog
          site={site}
          changed={changed}
          open={open}
          onOpen={onOpen}
          onPublished={onPublished}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
