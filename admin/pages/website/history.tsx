// Every publication: who, when and what. Each state can be brought back.
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { SiteVersion } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Empty, Failed } from '../../parts/list-states.tsx'
import { useOwnId, useRole } from '../../session/session.tsx'
import { versionsQuery } from './site.ts'
import { isUndo, undoOf } from './undo.ts'
import { useRestore } from './use-restore.ts'

export function History({ onRestored }: { onRestored(): void }) {
  const isAdmin = useRole() === 'admin'
  const versions = useQuery(versionsQuery)
  const back = useRestore(onRestored)
  const [confirming, setConfirming] = useState<number>()
  if (versions.isPending) return <Spinner label="Loading the history" />
  if (!versions.data) {
    return (
      <Failed text="The history could not be loaded." onRetry={() => void versions.refetch()} />
    )
  }
  const [latest, ...earlier] = versions.data
  if (!latest) return <Empty>Nothing has been published yet.</Empty>
  const goBack = (id: number) =>
    isAdmin && (
      <Button aria-describedby={`version-${id}`} onClick={() => setConfirming(id)}>
        Go back to this state
      </Button>
    )
  return (
    <section aria-label="History">
      {isAdmin && (
        <div className="undo">
          <p>
            {isUndo(latest)
              ? 'The last publication was undone. Was that a mistake?'
              : 'Was the last publication a mistake?'}
          </p>
          <Button isBusy={back.isPending} onClick={() => back.mutate(undoOf(versions.data))}>
            <Undo2 aria-hidden="true" />
            {isUndo(latest) ? 'Bring it back' : 'Undo the last publication'}
          </Button>
        </div>
      )}
      <ol className="rows">
        <VersionRow version={latest}>
          <span className="badge badge-strong">What visitors see now</span>
        </VersionRow>
        {earlier.map((version) => (
          <VersionRow key={version.id} version={version}>
            {goBack(version.id)}
          </VersionRow>
        ))}
        <li className="row row-top">
          <p className="row-main" id="version-0">
            As it was before the first publication
          </p>
          {goBack(0)}
        </li>
      </ol>
      {confirming !== undefined && (
        <Confirm
          question={`Go back to ${nameOf(confirming, versions.data)}?`}
          confirm="Go back"
          isHarmless
          onConfirm={() =>
            back.mutate({
              version: confirming,
              summary: [`Went back to ${nameOf(confirming, versions.data)}`],
              message: `Visitors see ${nameOf(confirming, versions.data)} now`,
            })
          }
          onClose={() => setConfirming(undefined)}
        >
          <p>
            Visitors see the website as it was then. Nothing is lost: this is a publication of its
            own, and drafts stay.
          </p>
        </Confirm>
      )}
    </section>
  )
}

function VersionRow({ version, children }: { version: SiteVersion; children: React.ReactNode }) {
  const { id, published_at, published_by, published_by_name, summary } = version
  const isOwn = useOwnId() === published_by
  return (
    <li className="row row-top">
      <div className="row-main">
        <p className="row-title" id={`version-${id}`}>
          <RelativeTime at={published_at} />
          <span className="soft">
            {isOwn ? 'You' : (published_by_name ?? 'A former colleague')}
          </span>
        </p>
        <ul className="site-lines">
          {summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div className="row-buttons">{children}</div>
    </li>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

function nameOf(id: number, versions: SiteVersion[]): string {
  const found = versions.find((version) => version.id === id)
  return found
    ? `the state of ${day.format(new Date(found.published_at))}`
    : 'the state before the first publication'
}
