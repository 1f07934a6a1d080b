// What would be published, in words, with what has to be corrected first.
import { useState } from 'react'
import { nameOfDocument } from './document-names.ts'
import { editedBodies, editedBody, isEmailText, publicBody, slugOf, textIn } from './documents.ts'
import { FormDialog } from './form-dialog.tsx'
import { pageToSee } from './page-to-see.ts'
import { ProblemList } from './problem-list.tsx'
import { problemsOf } from './problems.ts'
import { PublishEntry } from './publish-entry.tsx'
import { groupChanges, type PublishGroup } from './publish-groups.ts'
import type { Site, SiteDocument, SiteProblem } from './site.ts'
import { usePublish } from './use-publish.ts'
import { type Path, valueAt } from './values.ts'

export interface Published {
  version: number
  /** To look at; undefined if only emails changed. */
  page: string | undefined
}

export interface PublishDialogProps {
  site: Site
  changed: SiteDocument[]
  open: string | undefined
  onOpen(key: string, field: Path): void
  onPublished(publication: Published): void
  onClose(): void
}

export function PublishDialog(props: PublishDialogProps) {
  const { site, changed, open, onOpen, onPublished, onClose } = props
  const [left, setLeft] = useState<readonly string[]>([])
  const groups = groupChanges(changed)
  const isChosen = ({ keys }: PublishGroup) => !keys.some((key) => left.includes(key))
  const chosenKeys = groups.filter(isChosen).flatMap(({ keys }) => keys)
  const chosen = changed.filter(({ key }) => chosenKeys.includes(key))
  const publication = usePublish(site, (version) => {
    onClose()
    onPublished({ version, page: pageToSee(chosen, open, editedBodies(site.documents)) })
  })
  const problems = [
    ...chosen.flatMap(({ key, ...document }) =>
      problemsOf(site, key, editedBody({ key, ...document })),
    ),
    ...publication.problems.map((problem) => withLeftOut(problem, changed, chosenKeys)),
  ]
  const errors = problems.filter(({ isHint }) => !isHint)
  const hints = problems.filter(({ isHint }) => isHint)
  const choose = (keys: string[], isTicked: boolean) => {
    // What is on its way cannot be chosen again.
    if (publication.isPending) return
    const others = left.filter((key) => !keys.includes(key))
    setLeft(isTicked ? others : [...others, ...keys])
    publication.reset()
  }
  const goTo = (key: string, field: Path) => {
    onClose()
    onOpen(key, field)
  }
  return (
    <FormDialog
      title="Publish"
      submit={publication.isOutdated ? 'Publish mine all the same' : 'Publish'}
      isWide
      isBusy={publication.isPending || chosen.length === 0 || errors.length > 0}
      onSubmit={() => publication.publish(chosen)}
      onClose={onClose}
    >
      <p>
        {chosen.every(({ key }) => isEmailText(key))
          ? 'Emails have these changes from now on.'
          : 'Visitors see these changes at once.'}{' '}
        You can undo them under History.
      </p>
      {publication.message && (
        <p role="alert" className="site-conflict">
          {publication.message}
        </p>
      )}
      <ul className="site-publish">
        {groups.map((group) => (
          <PublishEntry
            key={group.keys.join()}
            group={group}
            isChosen={isChosen(group)}
            onChoose={(isTicked) => choose(group.keys, isTicked)}
          />
        ))}
      </ul>
      <ProblemList title="Put this right first" site={site} problems={errors} onOpen={goTo} />
      <ProblemList title="Worth a thought" site={site} problems={hints} onOpen={goTo} />
    </FormDialog>
  )
}

/** A text may need another one that is not ticked, such as the page of a new town. */
function withLeftOut(
  problem: SiteProblem,
  changed: readonly SiteDocument[],
  chosenKeys: readonly string[],
): SiteProblem {
  const leftOut = changed.filter(({ key }) => !chosenKeys.includes(key))
  const document = changed.find(({ key }) => key === problem.key)
  const named = document && valueAt(editedBody(document), problem.path)
  const needed =
    leftOut.find(({ key }) => key === problem.key) ??
    (typeof named === 'string'
      ? leftOut.find(
          (other) => slugOf(other.key) === named || textIn(editedBody(other), 'path') === named,
        )
      : undefined)
  if (!needed) return problem
  const name = nameOfDocument(needed.key, editedBody(needed) ?? publicBody(needed))
  const message =
    needed.key === problem.key
      ? 'has changed too: tick it above'
      : `goes together with “${name}”: tick it above`
  return { ...problem, message }
}
