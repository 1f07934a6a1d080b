// A list whose entries are added, removed and moved with buttons.
import { useRef } from 'react'
import { FieldError } from '#ui/field/field.tsx'
import { titleOf } from '../describe-changes.ts'
import type { ListShape } from '../shape.ts'
import type { Path } from '../values.ts'
import { AddItem } from './add-item.tsx'
import { useEditor } from './editor-context.ts'
import { useFieldText } from './field-text.ts'
import { ListItem } from './list-item.tsx'
import { useList } from './use-list.ts'

export interface ListFieldProps {
  shape: ListShape
  path: Path
  value: unknown
}

export function ListField({ shape, path, value }: ListFieldProps) {
  const text = useFieldText(path)
  const region = useRef<HTMLFieldSetElement>(null)
  const items = Array.isArray(value) ? value : []
  const { optionsAt } = useEditor()
  // Towns, services and pages have names; what is saved is their address.
  const titleAt = (at: number) =>
    optionsAt([...path, at])?.find(({ value: option }) => option === items[at])?.label ??
    titleOf(items[at], at)
  const list = useList(path, items, { region, titleAt })
  return (
    <fieldset
      className="site-part"
      id={text.id}
      ref={region}
      aria-describedby={text.error ? `${text.id}-error` : undefined}
    >
      <legend>{text.label}</legend>
      {text.help && <p className="field-hint">{text.help}</p>}
      <FieldError id={text.id} message={text.error} />
      {items.length > 0 && (
        <ol className="site-items">
          {items.map((item, at) => (
            <ListItem
              key={list.ids[at]}
              id={list.ids[at] ?? 0}
              shape={shape.item}
              path={[...path, at]}
              item={item}
              at={at}
              count={items.length}
              label={`${nounOf(path)} ${at + 1}`}
              title={titleAt(at)}
              isNew={list.ids[at] === list.added}
              onMove={(to) => list.move(at, to)}
              onRemove={() => list.remove(at)}
            />
          ))}
        </ol>
      )}
      <AddItem
        shape={shape.item}
        what={nameOfItem(path)}
        isFull={items.length >= shape.max}
        onAdd={(item: unknown) => list.add(item)}
      />
      <p className="unseen" role="status">
        {list.announcement}
      </p>
    </fieldset>
  )
}

const nameOfItem = (path: Path) => itemNames[String(path.at(-1))] ?? 'an entry'

/** "a paragraph" → "Paragraph" */
function nounOf(path: Path): string {
  const noun = nameOfItem(path).replace(/^an? /, '')
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** What one entry of a list is called. */
const itemNames: Record<string, string> = {
  ...{ sections: 'a section', faqs: 'a question', paragraphs: 'a paragraph', points: 'a point' },
  ...{ steps: 'a step', parts: 'a part', options: 'an option', prices: 'a price' },
  ...{
    office: 'hours',
    telephone: 'hours',
    closures: 'closed days',
    claims: 'a promise',
    whyChooseUs: 'a reason',
  },
  ...{ belongsWith: 'a service', services: 'a service', children: 'a service', pages: 'a page' },
  ...{ towns: 'a town', groups: 'a group', footer: 'a list', labels: 'a name', cards: 'a card' },
  ...{ paths: 'a page', without: 'a service', alsoOnCards: 'a service' },
}
