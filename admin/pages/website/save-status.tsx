import { Button } from '#ui/button/button.tsx'
import { formatRelativeTime } from '#ui/relative-time/relative-time.tsx'
import type { Draft } from './site.ts'
import type { SaveState } from './use-autosave.ts'

const words: Partial<Record<SaveState['status'], string>> = {
  waiting: 'Saving…',
  saving: 'Saving…',
  saved: 'Saved as a draft',
}

export interface SaveStatusProps {
  state: SaveState
  draft: Draft | null
  onRetry(): void
}

export function SaveStatus({ state, draft, onRetry }: SaveStatusProps) {
  const isFailed = state.status === 'failed'
  return (
    <div className="site-save">
      <p role="status" className={isFailed ? 'site-save-failed' : 'soft'}>
        {isFailed ? `Not saved: ${state.message}` : (words[state.status] ?? formatDraft(draft))}
      </p>
      {isFailed && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}

/** Before anything is typed. */
function formatDraft(draft: Draft | null): string {
  if (!draft) return 'As visitors see it'
  const by = draft.updated_by_name ? ` by ${draft.updated_by_name}` : ''
  return `Draft saved${by}, ${formatRelativeTime(new Date(draft.updated_at))}`
}
