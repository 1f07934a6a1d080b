import type { PublishGroup } from './publish-groups.ts'

export interface PublishEntryProps {
  group: PublishGroup
  isChosen: boolean
  onChoose(isChosen: boolean): void
}

/** More would hide what else is published. */
const maxLines = 5

export function PublishEntry({ group, isChosen, onChoose }: PublishEntryProps) {
  const { name, lines } = group
  const rest = lines.length > maxLines + 1 ? lines.slice(maxLines) : []
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
      <Lines lines={lines.slice(0, lines.length - rest.length)} />
      {rest.length > 0 && (
        <details className="site-lines-more">
          <summary>{rest.length} more changes</summary>
          <Lines lines={rest} />
        </details>
      )}
    </li>
  )
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul className="site-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
