import { Button } from '#ui/button/button.tsx'
import { formatRelativeTime } from '#ui/relative-time/relative-time.tsx'
import { useOwnId } from '../../session/session.tsx'
import type { Draft } from './site.ts'
import type { SaveState } from './use-autosave.ts'

const words: Partial<Record<SaveState['status'], string>> = {
  waiting: 'Saving…',
  saving: 'Saving…',
  saved: 'Saved as a draft',
  conflict: 'Not saved: choose below which text to keep',
}

export interface SaveStatusProps {
  state: SaveState
  draft: Draft | null
  onRetry(): void
}

export function SaveStatus({ state, draft, onRetry }: SaveStatusProps) {
  const ownId = useOwnId()
  const isFailed = state.status === 'failed'
  const isUnsaved = isFailed || state.status === 'conflict'
  return (
    <div className="site-save">
      <p role="status" className={isUnsaved ? 'site-save-failed' : 'soft'}>
        {isFailed
          ? `Not saved: ${state.message}`
          : (words[state.status] ?? formatDraft(draft, ownId))}
      </p>
      {isFailed && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}

/** Before anything is typed. */
function formatDraft(draft: Draft | null, ownId: string | undefined): string {
  if (!draft) return 'As visitors see it'
  const name = draft.updated_by === ownId ? 'you' : draft.updated_by_name
  const by = name ? ` by ${name}` : ''
  return `Draft saved${by}, ${formatRelativeTime(new Date(draft.updated_at))}`
}
