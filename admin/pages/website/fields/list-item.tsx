import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { optionName } from '../labels.ts'
import type { Shape } from '../shape.ts'
import { isWithin, type Path } from '../values.ts'
import { JustAddedProvider, useEditor, useJustAdded } from './editor-context.ts'
import { Fold } from './fold.tsx'

export interface ListItemProps {
  id: number
  shape: Shape
  path: Path
  item: unknown
  at: number
  count: number
  /** Of an entry that is one field. */
  label: string
  title: string
  isNew: boolean
  onMove(to: number): void
  onRemove(): void
}

export function ListItem(props: ListItemProps) {
  const { id, shape, path, item, at, count, label, title, isNew, onMove, onRemove } = props
  const { problems, wanted, FieldFor } = useEditor()
  const isAround = useJustAdded()
  const start = path.join('/')
  const hasProblem = [...problems].some(
    ([place, found]) =>
      (place === start || place.startsWith(`${start}/`)) && found.some(({ isHint }) => !isHint),
  )
  const { kind } = (typeof item === 'object' && item !== null ? item : {}) as { kind?: string }
  const field = (
    <JustAddedProvider value={isNew || isAround}>
      <FieldFor shape={shape} path={path} value={item} label={label} />
    </JustAddedProvider>
  )
  return (
    <li className="site-item" data-item={id}>
      {isLarge(shape) ? (
        <Fold
          summary={
            <>
              {kind && shape.kind === 'variants' && (
                <span className="soft">{optionName(kind)}: </span>
              )}
              {title}
            </>
          }
          isOpened={isNew || hasProblem || isWithin(path, wanted)}
        >
          {field}
        </Fold>
      ) : (
        field
      )}
      <div className="site-item-buttons">
        <Button
          kind="quiet"
          data-up
          aria-disabled={at === 0 || undefined}
          aria-label={`Move ${title} up`}
          onClick={() => at > 0 && onMove(at - 1)}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
        <Button
          kind="quiet"
          data-down
          aria-disabled={at === count - 1 || undefined}
          aria-label={`Move ${title} down`}
          onClick={() => at < count - 1 && onMove(at + 1)}
        >
          <ArrowDown aria-hidden="true" />
        </Button>
        <Button kind="quiet" data-remove aria-label={`Remove ${title}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
    </li>
  )
}

/** Larger entries can be closed. */
function isLarge(shape: Shape): boolean {
  if (shape.kind === 'variants') return true
  return shape.kind === 'group' && shape.entries.length > 3
}
