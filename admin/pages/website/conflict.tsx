// Two people have edited the same text: nothing is overwritten before one of them decides.
import { Button } from '#ui/button/button.tsx'

export interface ConflictProps {
  /** Who saved, and when. */
  message: string
  onTakeTheirs(): void
  onKeepMine(): void
}

export function Conflict({ message, onTakeTheirs, onKeepMine }: ConflictProps) {
  return (
    <section className="site-conflict" role="alert" aria-label="Two people are editing this">
      <p>
        <strong>{message}</strong>
      </p>
      <p>Your last changes are not saved. Which text should be kept?</p>
      <div className="form-buttons">
        <Button onClick={onTakeTheirs}>Take theirs</Button>
        <Button kind="main" onClick={onKeepMine}>
          Keep mine
        </Button>
      </div>
    </section>
  )
}
