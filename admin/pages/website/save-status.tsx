import { Button } from '#ui/button/button.tsx'
import { formatRelativeTime } from '#ui/relative-time/relative-time.tsx'
import { useOwnId } from '../../session/session.tsx'
import { isEmailText } from './documents.ts'
import type { SiteDocument } from './site.ts'
import type { SaveState } from './use-autosave.ts'

const words: Partial<Record<SaveState['status'], string>> = {
  waiting: 'Saving…',
  saving: 'Saving…',
  saved: 'Saved as a draft',
  conflict: 'Not saved: choose which text to keep',
}

export interface SaveStatusProps {
  state: SaveState
  document: SiteDocument
  onRetry(): void
}

export function SaveStatus({ state, document, onRetry }: SaveStatusProps) {
  const ownId = useOwnId()
  const isFailed = state.status === 'failed'
  const isUnsaved = isFailed || state.status === 'conflict'
  return (
    <div className="site-save">
      <p role="status" className={isUnsaved ? 'site-save-failed' : 'soft'}>
        {isFailed
          ? `Not saved: ${state.message}`
          : (words[state.status] ?? formatDraft(document, ownId))}
      </p>
      {isFailed && <Button onClick={onRetry}>Try again</Button>}
      {state.status === 'conflict' && <Button onClick={showConflict}>Choose</Button>}
    </div>
  )
}

/** It is above the fields, and may be far from the one that is edited. */
function showConflict(): void {
  const conflict = window.document.querySelector('.site-conflict')
  conflict?.scrollIntoView({ block: 'center' })
  conflict?.querySelector('button')?.focus({ preventScroll: true })
}

/** Before anything is typed. */
function formatDraft({ key, draft }: SiteDocument, ownId: string | undefined): string {
  if (!draft) return isEmailText(key) ? 'As emails have it' : 'As visitors see it'
  const name = draft.updated_by === ownId ? 'you' : draft.updated_by_name
  const by = name ? ` by ${name}` : ''
  return `Draft saved${by}, ${formatRelativeTime(new Date(draft.updated_at))}`
}
