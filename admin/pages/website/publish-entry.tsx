import { describeChanges } from './describe-changes.ts'
import { editedBody, publicBody } from './documents.ts'
import type { SiteDocument } from './site.ts'

export interface PublishEntryProps {
  name: string
  document: SiteDocument
  isChosen: boolean
  onChoose(isChosen: boolean): void
}

export function PublishEntry({ name, document, isChosen, onChoose }: PublishEntryProps) {
  const lines = describeChanges(document.key, publicBody(document), editedBody(document))
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        {name}
      </label>
      <ul className="site-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </li>
  )
}
