// The open document: its name, what can be done with it, its editor and its page.
import { ArrowLeft, Eye, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { useTitleOfRecord } from '../../parts/page-title.ts'
import { DocumentActions } from './document-actions.tsx'
import { nameOfDocument, pageOf } from './document-names.ts'
import { editedBodies, editedBody, isEmailText, publicBody } from './documents.ts'
import { Editor } from './editor.tsx'
import { isText } from './follow-edit.ts'
import { pageShowing } from './picture-page.ts'
import { Preview } from './preview.tsx'
import type { Site, SiteDocument } from './site.ts'
import type { WantedField } from './use-wanted-field.ts'

export interface DocumentPaneProps {
  site: Site
  document: SiteDocument
  wanted: WantedField | undefined
  onArrived(): void
  /** Without a key: back to the list. */
  onOpen(key?: string): void
}

export function DocumentPane(props: DocumentPaneProps) {
  const { site, document, wanted, onArrived, onOpen } = props
  // Each time the editor begins anew with what the server has.
  const [reloads, setReloads] = useState(0)
  const [followedEntry, setFollowedEntry] = useState<string>()
  const [edited, setEdited] = useState<HTMLInputElement | HTMLTextAreaElement>()
  const [isLooking, setLooking] = useState(false)
  if (wanted && isLooking) setLooking(false)
  // The last control that had the focus: the owner comes back to it from the page.
  const place = useRef<HTMLElement>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  // From the list, and from a button that is gone, the keyboard goes on here.
  useEffect(() => heading.current?.focus({ preventScroll: reloads > 0 }), [reloads])
  const body = editedBody(document)
  const shown = body ?? publicBody(document)
  const name = nameOfDocument(document.key, shown)
  useTitleOfRecord(name)
  const ofPicture =
    document.key === 'pictures' && followedEntry
      ? pageShowing(editedBodies(site.documents), followedEntry)
      : undefined
  const page = ofPicture ?? pageOf(document.key, shown)
  return (
    <>
      <section
        className="site-pane panel"
        aria-labelledby="document-heading"
        data-behind={isLooking || undefined}
        onFocus={({ target }) => {
          place.current = target
          setEdited(isText(target) && !target.closest('dialog') ? target : undefined)
        }}
      >
        <Button kind="quiet" className="site-back" onClick={() => onOpen()}>
          <ArrowLeft aria-hidden="true" />
          All texts
        </Button>
        <div className="site-pane-head">
          <h3 id="document-heading" ref={heading} tabIndex={-1}>
            {name}
          </h3>
          <DocumentActions
            site={site}
            document={document}
            onReset={() => setReloads((count) => count + 1)}
            onOpen={onOpen}
          />
        </div>
        {body === undefined ? (
          <p className="empty">This page will be removed when you publish.</p>
        ) : (
          <Editor
            key={reloads}
            site={site}
            document={document}
            onReload={() => setReloads((count) => count + 1)}
            onFollowEntry={setFollowedEntry}
            wanted={wanted}
            onArrived={onArrived}
          />
        )}
      </section>
      {!isEmailText(document.key) && (
        <>
          <Preview
            page={page}
            revision={document.draft?.revision ?? 0}
            edited={edited}
            isInFront={isLooking}
          />
          <Button
            className="site-switch"
            onClick={() => {
              setLooking(!isLooking)
              if (isLooking) {
                requestAnimationFrame(() => place.current?.scrollIntoView({ block: 'center' }))
              }
            }}
          >
            {isLooking ? <Pencil aria-hidden="true" /> : <Eye aria-hidden="true" />}
            {isLooking ? 'Back to edit' : 'Preview'}
          </Button>
        </>
      )}
    </>
  )
}
