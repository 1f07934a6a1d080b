// Why an enquiry lies in the spam folder, and the way out of it.

import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { useMoves } from './use-moves.ts'

export function SpamVerdict({ enquiry: { id, status, spam_reasons } }: { enquiry: Enquiry }) {
  // The button that has the focus goes: what is read on is the enquiry.
  const move = useMoves(() => document.getElementById('detail-heading')?.focus())
  if (status !== 'spam') return null
  return (
    <div className="verdict">
      <p>
        <strong>Marked as spam.</strong> {spam_reasons.join('. ') || 'It was moved here by hand'}.
        Its mails are held back until you release it.
      </p>
      <Button
        kind="main"
        isBusy={move.isPending}
        onClick={() => move.mutate([{ ids: [id], status: 'new' }])}
      >
        Not spam
      </Button>
    </div>
  )
}
