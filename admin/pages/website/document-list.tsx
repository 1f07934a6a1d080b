// What can be edited, in groups, with a mark where a change is not published.
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { useRole } from '../../session/session.tsx'
import { AddPage, type PageKind } from './add-page.tsx'
import { groupsOf, type ListedDocument, nameOfDocument } from './document-names.ts'
import { editedBodies, editedBody, isChanged, publicBody } from './documents.ts'
import type { Site } from './site.ts'

export interface DocumentListProps {
  site: Site
  open: string | undefined
  onOpen(key: string): void
}

const addable: Record<string, PageKind> = { Services: 'service', Towns: 'town' }

export function DocumentList({ site, open, onOpen }: DocumentListProps) {
  const role = useRole()
  const list = useRef<HTMLElement>(null)
  const opened = useRef(open)
  // Back from a text: on a phone the list is long.
  useEffect(() => {
    const left = opened.current
    opened.current = open
    if (left === undefined || open !== undefined) return
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector)
    // A page that was only a draft may be gone.
    const link = find(`[data-key="${CSS.escape(left)}"]`) ?? find('.site-link')
    link?.scrollIntoView({ block: 'center' })
    link?.focus({ preventScroll: true })
  }, [open])
  const [adding, setAdding] = useState<PageKind>()
  const bodies = editedBodies(site.documents)
  const byKey = new Map(site.documents.map((document) => [document.key, document]))
  const removed = site.documents.filter(
    (document) => document.draft?.state === 'removed' && publicBody(document) !== undefined,
  )
  const entry = ({ key, isChild = false }: ListedDocument) => {
    const document = byKey.get(key)
    if (!document) return null
    const name = nameOfDocument(key, editedBody(document) ?? publicBody(document))
    return (
      <li key={key}>
        <button
          type="button"
          className={isChild ? 'site-link site-link-child' : 'site-link'}
          data-key={key}
          aria-current={key === open ? 'page' : undefined}
          onClick={() => onOpen(key)}
        >
          <span>{name}</span>
          {isChanged(document) && (
            <span className="site-changed">
              {document.draft?.state === 'removed' ? 'Removed' : 'Changed'}
              <span className="unseen">, not published</span>
            </span>
          )}
        </button>
      </li>
    )
  }
  return (
    <nav className="site-list" aria-label="What can be edited" ref={list}>
      {groupsOf(bodies).map(({ name, documents }) => {
        const kind = addable[name]
        return (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <ul>
              {documents.map(entry)}
              {kind &&
                removed
                  .filter(({ key }) => key.startsWith(`${kind}s/`))
                  .map(({ key }) => entry({ key }))}
            </ul>
            {name === 'Company' && role === 'admin' && (
              <Link className="site-link" to="/admin/mail" hash="server">
                Mail server
              </Link>
            )}
            {kind && (
              <Button kind="quiet" onClick={() => setAdding(kind)}>
                <Plus aria-hidden="true" />
                Add a {kind}
              </Button>
            )}
          </section>
        )
      })}
      {adding && (
        <AddPage kind={adding} site={site} onAdded={onOpen} onClose={() => setAdding(undefined)} />
      )}
    </nav>
  )
}
