// The button under a list; where entries have kinds, with the choice of one.
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { optionName } from '../labels.ts'
import type { Shape } from '../shape.ts'
import { blankOf } from '../values.ts'

export interface AddItemProps {
  shape: Shape
  /** "a section" */
  what: string
  isFull: boolean
  onAdd(item: unknown): void
}

export function AddItem({ shape, what, isFull, onAdd }: AddItemProps) {
  const kinds = shape.kind === 'variants' ? [...shape.options.keys()] : []
  const [kind, setKind] = useState(kinds[0] ?? '')
  const id = useId()
  if (isFull) return <p className="soft">There is no room for more entries.</p>
  function add() {
    const own = shape.kind === 'variants' ? shape.options.get(kind) : shape
    if (own) onAdd(blankOf(own))
  }
  return (
    <div className="site-add-row">
      {kinds.length > 0 && (
        <>
          <label className="unseen" htmlFor={id}>
            Kind of {what.replace(/^an? /, '')}
          </label>
          <select
            id={id}
            className="input"
            value={kind}
            onChange={({ target }) => setKind(target.value)}
          >
            {kinds.map((name) => (
              <option key={name} value={name}>
                {optionName(name)}
              </option>
            ))}
          </select>
        </>
      )}
      <Button className="site-add" onClick={add}>
        <Plus aria-hidden="true" />
        Add {what}
      </Button>
    </div>
  )
}
