// The field for a part of a document, by its shape.
import type { Shape } from '../shape.ts'
import { ChoiceField, ChoicesField, FlagField } from './choice-fields.tsx'
import { type FieldForProps, useEditor } from './editor-context.ts'
import { GroupFields } from './group-fields.tsx'
import { LinesField } from './lines-field.tsx'
import { ListField } from './list-field.tsx'
import { MapField } from './map-field.tsx'
import { MarkField } from './mark-field.tsx'
import { NumberField, TupleField } from './number-fields.tsx'
import { TextField } from './text-field.tsx'

export function FieldFor(props: FieldForProps) {
  const { shape, path, value, isOptional = false, label } = props
  const { documentKey } = useEditor()
  const common = { path, value, isOptional, ...(label && { label }) }
  switch (shape.kind) {
    case 'text':
      return <TextField {...common} shape={shape} />
    case 'number':
      return <NumberField {...common} shape={shape} />
    case 'tuple':
      return <TupleField {...common} items={shape.items} />
    case 'flag':
      return <FlagField {...common} />
    case 'choice':
      return <ChoiceField {...common} options={shape.options} />
    case 'choices':
      return <ChoicesField {...common} options={shape.options} />
    case 'list':
      if (documentKey === 'mark') return <MarkField path={path} value={value} />
      return isWords(shape.item) ? (
        <LinesField {...common} max={shape.max} />
      ) : (
        <ListField {...common} shape={shape} />
      )
    case 'map':
      return <MapField {...common} shape={shape} />
    case 'group':
      return <GroupFields {...common} shape={shape} />
    case 'variants': {
      const { kind } = (value ?? {}) as { kind?: string }
      const own = shape.options.get(kind ?? '')
      return own ? <GroupFields {...common} shape={own} /> : null
    }
    case 'constant':
      return null
  }
}

/** Short words without a choice are typed one per line. */
function isWords(item: Shape): boolean {
  return item.kind === 'text' && item.max <= 60 && item.format === 'plain'
}
