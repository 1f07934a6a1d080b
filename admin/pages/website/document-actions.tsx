// What can be done with a whole document: discard its draft, change its address, remove its page.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { useOwnId } from '../../session/session.tsx'
import { describeConflict } from './describe-conflict.ts'
import { nameOfDocument } from './document-names.ts'
import { editedBody, isEmailText, publicBody, textIn } from './documents.ts'
import { MovePage } from './move-page.tsx'
import { flushAll, useOpenEditors } from './open-editors.ts'
import { RemovePage } from './remove-page.tsx'
import { discardDraft, type Site, type SiteDocument, siteQuery } from './site.ts'

export interface DocumentActionsProps {
  site: Site
  document: SiteDocument
  /** The draft is another now. */
  onReset(): void
  onOpen(key?: string): void
}

type Action = 'discard' | 'move' | 'remove'

export function DocumentActions({ site, document, onReset, onOpen }: DocumentActionsProps) {
  const client = useQueryClient()
  const ownId = useOwnId()
  const editors = useOpenEditors()
  const [confirming, setConfirming] = useState<Action>()
  const { key, draft } = document
  const body = editedBody(document)
  const name = nameOfDocument(key, body ?? publicBody(document))
  const isInCollection = key.startsWith('towns/') || key.startsWith('services/')
  const discard = useMutation({
    async mutationFn(seen: number) {
      const editor = [...editors].findLast((one) => one.key === key)
      const discardAt = (revision: number) => discardDraft(key, revision)
      await (editor ? editor.discard(discardAt) : discardAt(seen))
    },
    async onSuccess() {
      await client.fetchQuery(siteQuery)
      showSuccess('The draft was discarded')
      if (publicBody(document) === undefined) onOpen()
      else onReset()
    },
    async onError(error) {
      const conflict = describeConflict(error, ownId)?.message
      showError(
        conflict
          ? `${conflict} Nothing was discarded.`
          : toMessage(error, 'The draft could not be discarded'),
      )
      await client.fetchQuery(siteQuery)
    },
  })
  /** Both change this text too: what waits is saved first. */
  async function confirmSaved(action: Action) {
    const failed = await flushAll(editors)
    if (failed) showError(`The last changes could not be saved. ${failed.reason}`)
    else setConfirming(action)
  }
  const close = () => setConfirming(undefined)
  const dialogs = { site, document, name, onClose: close }
  return (
    <div className="form-buttons">
      {draft && <Button onClick={() => setConfirming('discard')}>Discard draft</Button>}
      {isInCollection && body !== undefined && (
        <>
          <Button onClick={() => void confirmSaved('move')}>Change address</Button>
          <Button kind="danger-quiet" onClick={() => void confirmSaved('remove')}>
            Remove
          </Button>
        </>
      )}
      {confirming === 'discard' && draft && (
        <Confirm
          question={`Discard the draft of ${name}?`}
          confirm="Discard draft"
          onConfirm={() => discard.mutate(draft.revision)}
          onClose={close}
        >
          <p>
            {publicBody(document) === undefined
              ? 'The new page is deleted.'
              : `It is again as ${isEmailText(key) ? 'emails have' : 'visitors see'} it now.`}
          </p>
        </Confirm>
      )}
      {confirming === 'move' && (
        <MovePage {...dialogs} from={textIn(body, 'path') ?? ''} onMoved={onReset} />
      )}
      {confirming === 'remove' && <RemovePage {...dialogs} onRemoved={() => onOpen()} />}
    </div>
  )
}
