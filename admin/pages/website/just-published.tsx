// After a publication: the way to the page, and back.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'
import type { Published } from './publish-dialog.tsx'
import { versionsQuery } from './site.ts'
import { undoOf } from './undo.ts'
import { useRestore } from './use-restore.ts'

export interface JustPublishedProps extends Published {
  onUndone(): void
}

export function JustPublished({ version, page, onUndone }: JustPublishedProps) {
  const { data: versions } = useQuery(versionsQuery)
  const back = useRestore(onUndone)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    bar.current?.scrollIntoView({ block: 'nearest' })
    // The button that had it can no longer be pressed.
    bar.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="undo" ref={bar} tabIndex={-1}>
      <p>Published.</p>
      {page && (
        <a className="link" href={page} target="_blank" rel="noreferrer">
          See the page
        </a>
      )}
      {/* A colleague may have published since: that is undone in the history, knowingly. */}
      {versions?.[0]?.id === version && (
        <Button isBusy={back.isPending} onClick={() => back.mutate(undoOf(versions))}>
          Undo
        </Button>
      )}
    </div>
  )
}
