// The texts of the website: what can be edited, the editor, and the page beside it.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { History as HistoryIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Failed } from '../../parts/list-states.tsx'
import { DocumentList } from './document-list.tsx'
import { DocumentPane } from './document-pane.tsx'
import { History } from './history.tsx'
import { JustPublished } from './just-published.tsx'
import { type OpenEditors, OpenEditorsProvider } from './open-editors.ts'
import { PublishButton } from './publish-button.tsx'
import type { Published } from './publish-dialog.tsx'
import { siteQuery } from './site.ts'
import type { WantedField } from './use-wanted-field.ts'

export interface WebsiteSearch {
  /** The key of the open document. */
  document?: string | undefined
  view?: 'history' | undefined
}

export function WebsiteTab() {
  const site = useQuery(siteQuery)
  const { document: open, view } = useSearch({ from: '/admin/website' })
  const navigate = useNavigate()
  /** What was published last, from which text. */
  const [published, setPublished] = useState<Published & { from: string | undefined }>()
  const [wanted, setWanted] = useState<WantedField>()
  const heading = useRef<HTMLHeadingElement>(null)
  const [editors] = useState<OpenEditors>(() => new Set())
  const go = (search: WebsiteSearch) => void navigate({ to: '/admin/website', search })
  if (site.isPending) return <Spinner label="Loading the website" />
  if (!site.data) {
    return (
      <Failed
        text="The texts of the website could not be loaded."
        onRetry={() => void site.refetch()}
      />
    )
  }
  const document = site.data.documents.find(({ key }) => key === open)
  return (
    <OpenEditorsProvider value={editors}>
      <section aria-labelledby="website-heading" className="website">
        <div className="toolbar">
          <h2 id="website-heading" ref={heading} tabIndex={-1}>
            Website
          </h2>
          <div className="toolbar-end">
            <Button
              aria-pressed={view === 'history'}
              onClick={() => go(view === 'history' ? {} : { view: 'history' })}
            >
              <HistoryIcon aria-hidden="true" />
              History
            </Button>
            <PublishButton
              site={site.data}
              open={open}
              onOpen={(key, field) => {
                setWanted({ key, field })
                go({ document: key })
              }}
              onPublished={(publication) => setPublished({ ...publication, from: open })}
            />
          </div>
        </div>
        {published && published.from === open && (
          <JustPublished
            key={published.version}
            {...published}
            onUndone={() => {
              setPublished(undefined)
              heading.current?.focus()
            }}
          />
        )}
        {view === 'history' ? (
          <History onRestored={() => setPublished(undefined)} />
        ) : (
          <div className="site-desk" data-open={document ? '' : undefined}>
            <DocumentList site={site.data} open={open} onOpen={(key) => go({ document: key })} />
            {document ? (
              <DocumentPane
                key={document.key}
                site={site.data}
                document={document}
                wanted={wanted?.key === document.key ? wanted : undefined}
                onArrived={() => setWanted(undefined)}
                onOpen={(key) => go(key ? { document: key } : {})}
              />
            ) : (
              <p className="empty site-none">Choose what you would like to change.</p>
            )}
          </div>
        )}
      </section>
    </OpenEditorsProvider>
  )
}
