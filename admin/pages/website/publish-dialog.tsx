// What would be published, in words, with what has to be put right first.
import { useState } from 'react'
import { nameOfDocument, pageOf } from './document-names.ts'
import { editedBody, publicBody } from './documents.ts'
import { isEmailText } from './email-texts.ts'
import { FormDialog } from './form-dialog.tsx'
import { ProblemList } from './problem-list.tsx'
import { problemsOf } from './problems.ts'
import { PublishEntry } from './publish-entry.tsx'
import type { Site, SiteDocument } from './site.ts'
import { usePublish } from './use-publish.ts'
import type { Path } from './values.ts'

export interface PublishDialogProps {
  site: Site
  changed: SiteDocument[]
  open: string | undefined
  onOpen(key: string, field: Path): void
  onPublished(page: string | undefined): void
  onClose(): void
}

export function PublishDialog(props: PublishDialogProps) {
  const { site, changed, open, onOpen, onPublished, onClose } = props
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = changed.filter(({ key }) => !left.includes(key))
  const publication = usePublish(site, () => {
    const page =
      chosen.find(({ key }) => key === open && !isEmailText(key)) ??
      chosen.find(({ key }) => !isEmailText(key))
    onClose()
    onPublished(page && pageOf(page.key, editedBody(page)))
  })
  const problems = [
    ...chosen.flatMap(({ key, ...document }) =>
      problemsOf(site, key, editedBody({ key, ...document })),
    ),
    ...publication.problems,
  ]
  const errors = problems.filter(({ isHint }) => !isHint)
  const hints = problems.filter(({ isHint }) => isHint)
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
        {changed.map((document) => (
          <PublishEntry
            key={document.key}
            name={nameOfDocument(document.key, editedBody(document) ?? publicBody(document))}
            document={document}
            isChosen={!left.includes(document.key)}
            onChoose={(isChosen) =>
              setLeft(
                isChosen ? left.filter((key) => key !== document.key) : [...left, document.key],
              )
            }
          />
        ))}
      </ul>
      <ProblemList title="Put this right first" site={site} problems={errors} onOpen={goTo} />
      <ProblemList title="Worth a thought" site={site} problems={hints} onOpen={goTo} />
    </FormDialog>
  )
}
