// The same text was edited in two places: nothing is overwritten before the owner decides.
import { Button } from '#ui/button/button.tsx'
import type { ConflictText } from './describe-conflict.ts'

export interface ConflictProps extends ConflictText {
  onTakeTheirs(): void
  onKeepMine(): void
}

const titles = {
  colleague: 'Two people are editing this',
  own: 'This is open in two windows',
  published: 'The draft is gone',
}

const choices = {
  colleague: 'Take theirs',
  own: 'Take the other text',
  published: 'Take what visitors see',
}

export function Conflict({ message, other, onTakeTheirs, onKeepMine }: ConflictProps) {
  return (
    <section className="site-conflict" role="alert" aria-label={titles[other]}>
      <p>
        <strong>{message}</strong>
      </p>
      <p>Your last changes are not saved. Which text should be kept?</p>
      <div className="form-buttons">
        <Button onClick={onTakeTheirs}>{choices[other]}</Button>
        <Button kind="main" onClick={onKeepMine}>
          {other === 'own' ? 'Keep this one' : 'Keep mine'}
        </Button>
      </div>
    </section>
  )
}
