// The logo: what it looks like, and a drawing instead of it.
import { Shapes } from 'lucide-react'
import { useId, useState } from 'react'
import { type MarkShape, markSide } from '#content/mark.ts'
import { FieldError } from '#ui/field/field.tsx'
import { readSvgMark, UnusableDrawing } from '../read-svg-mark.ts'
import type { Path } from '../values.ts'
import { ChooseFile } from './choose-file.tsx'
import { useEditor } from './editor-context.ts'
import { useFieldText } from './field-text.ts'

/** Far above any logo. */
const maxFileBytes = 500_000

export function MarkField({ path, value }: { path: Path; value: unknown }) {
  const { change } = useEditor()
  const text = useFieldText(path)
  const id = useId()
  const [error, setError] = useState<string>()
  // Of a draft, in which anything may stand.
  const shapes: MarkShape[] = Array.isArray(value) ? value.filter(Boolean) : []

  async function use(file: File) {
    try {
      if (file.size > maxFileBytes) throw new UnusableDrawing('This file is too large for a logo.')
      change(path, readSvgMark(await file.text()))
      setError(undefined)
    } catch (reason) {
      if (!(reason instanceof UnusableDrawing)) throw reason
      setError(reason.message)
    }
  }

  return (
    <div className="field">
      <div className="mark-samples">
        <Sample shapes={shapes} className="mark-on-light" />
        <Sample shapes={shapes} className="mark-on-deep" />
      </div>
      <div className="form-buttons">
        <ChooseFile
          label="Drawing of the logo"
          accept="image/svg+xml,.svg"
          onFile={(file) => void use(file)}
        >
          <Shapes aria-hidden="true" />
          Use a drawing of your own
        </ChooseFile>
      </div>
      <p className="field-hint">
        An SVG file, which your designer can give you. Pages show it in one colour; in icons, what
        has another colour in the file is in the colour of the quote button.
      </p>
      <FieldError id={id} message={error ?? text.error} />
    </div>
  )
}

function Sample({ shapes, className }: { shapes: MarkShape[]; className: string }) {
  return (
    <svg
      className={className}
      viewBox={`-6 -6 ${markSide + 12} ${markSide + 12}`}
      aria-hidden="true"
    >
      {shapes.map(({ outline, transform, line, isEvenOdd, isSecondColour }) => (
        <path
          key={`${outline}${transform}`}
          d={outline}
          transform={transform}
          className={isSecondColour ? 'mark-second' : undefined}
          {...(line
            ? { fill: 'none', stroke: 'currentColor', strokeWidth: line, strokeLinecap: 'round' }
            : { fill: 'currentColor', ...(isEvenOdd && { fillRule: 'evenodd' }) })}
        />
      ))}
    </svg>
  )
}
