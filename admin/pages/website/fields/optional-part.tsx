// A part that a document may have or not: added and removed with a button.
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import type { Shape } from '../shape.ts'
import { blankOf, type Path } from '../values.ts'
import { JustAddedProvider, useEditor } from './editor-context.ts'
import { useFieldText } from './field-text.ts'

export interface OptionalPartProps {
  shape: Shape
  path: Path
  value: unknown
}

export function OptionalPart({ shape, path, value }: OptionalPartProps) {
  const { change, FieldFor } = useEditor()
  const { label, help } = useFieldText(path)
  const [isNew, setNew] = useState(false)
  const region = useRef<HTMLDivElement>(null)
  const name = label.charAt(0).toLowerCase() + label.slice(1)

  function set(next: unknown) {
    change(path, next)
    setNew(true)
    // The pressed button is gone: the focus goes to what has taken its place.
    requestAnimationFrame(() =>
      region.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus(),
    )
  }
  return (
    <div className="site-optional" ref={region}>
      {value === undefined ? (
        <div>
          <Button onClick={() => set(blankOf(shape))}>
            <Plus aria-hidden="true" />
            Add {name}
          </Button>
          {help && <p className="field-hint">{help}</p>}
        </div>
      ) : (
        <>
          <JustAddedProvider value={isNew}>
            <FieldFor shape={shape} path={path} value={value} />
          </JustAddedProvider>
          <Button kind="quiet" onClick={() => set(undefined)}>
            <Trash2 aria-hidden="true" />
            Remove {name}
          </Button>
        </>
      )}
    </div>
  )
}
