// Emails about enquiries with their state, and others until they are sent, newest first.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { mailPageSize, mailStates, maxEmailsCounted } from '#schemas/mails.ts'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Empty, Failed } from '../../parts/list-states.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { summariseMails } from './describe-mail.ts'
import { type MailFilters, mailsQuery } from './mail.ts'
import { MailRow } from './mail-row.tsx'
import { SendOutbox } from './send-outbox.tsx'
import { ServerPanel } from './server/server-panel.tsx'

export function MailTab() {
  const filters = useSearch({ from: '/admin/mail' })
  const navigate = useNavigate({ from: '/admin/mail' })
  const page = useQuery(mailsQuery(filters))
  const show = (changed: Partial<MailFilters>) =>
    void navigate({
      to: '/admin/mail',
      search: (previous: MailFilters) => ({ ...previous, page: 1, ...changed }),
      replace: true,
    })
  const isFiltered = filters.search !== '' || filters.state !== ''
  return (
    <section aria-labelledby="mail-heading">
      <div className="toolbar">
        <h2 id="mail-heading">Mail</h2>
        {page.data && (
          <p className="soft" role="status">
            {summariseMails(page.data)}
          </p>
        )}
      </div>
      <ServerPanel />
      {page.data?.has_mail_server && page.data.to_send > 0 && (
        <SendOutbox count={page.data.to_send} kept={page.data.counts.in_outbox} />
      )}
      <search className="mail-filters">
        <SearchBox
          label="Search by address or subject"
          value={filters.search}
          debounceMs={250}
          onChange={(search) => show({ search })}
        />
        <select
          className="input"
          aria-label="State"
          value={filters.state}
          onChange={({ target }) => show({ state: target.value as MailFilters['state'] })}
        >
          <option value="">All states</option>
          {Object.entries(mailStates).map(([state, name]) => (
            <option key={state} value={state}>
              {name}
            </option>
          ))}
        </select>
      </search>
      {page.isPending && <Spinner label="Loading emails" />}
      {page.isError && !page.data && (
        <Failed text="The emails could not be loaded." onRetry={() => void page.refetch()} />
      )}
      {page.data?.mails.length === 0 && (
        <Empty>
          {isFiltered ? (
            <>
              No email matches.{' '}
              <button
                type="button"
                className="link"
                onClick={() => show({ search: '', state: '' })}
              >
                Show all
              </button>
            </>
          ) : (
            'No emails yet.'
          )}
        </Empty>
      )}
      {page.data && page.data.mails.length > 0 && (
        <ul className="rows">
          {page.data.mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} hasMailServer={page.data.has_mail_server} />
          ))}
        </ul>
      )}
      {page.data && (page.data.mails.length > 0 || filters.page > 1) && (
        <Pager
          page={filters.page}
          pageSize={mailPageSize}
          shown={page.data.mails.length}
          total={page.data.total ?? undefined}
          maxCounted={maxEmailsCounted}
          onPage={(next) => show({ page: next })}
        />
      )}
    </section>
  )
}
