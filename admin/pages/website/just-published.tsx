// After a publication: the way to the page, and back.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'
import { versionsQuery } from './site.ts'
import { undoOf } from './undo.ts'
import { useRestore } from './use-restore.ts'

export interface JustPublishedProps {
  /** Undefined if no page was published, but texts of emails. */
  page: string | undefined
  onUndone(): void
}

export function JustPublished({ page, onUndone }: JustPublishedProps) {
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
      {versions && (
        <Button isBusy={back.isPending} onClick={() => back.mutate(undoOf(versions))}>
          Undo
        </Button>
      )}
    </div>
  )
}
