import { useQuery } from '@tanstack/react-query'
import { Empty, Failed, Spinner } from '../../parts/list-states.tsx'
import { Moment } from '../../parts/moment.tsx'
import { AccountMails } from './account-mails.tsx'
import { FailedDeliveries } from './failed-deliveries.tsx'
import { type OutboxMail, outboxQuery } from './mail.ts'

export function MailTab() {
  const outbox = useQuery(outboxQuery)
  return (
    <div className="stack">
      <FailedDeliveries />
      <AccountMails />
      <section aria-labelledby="outbox-heading">
        <h2 id="outbox-heading">Outbox</h2>
        {outbox.isPending && <Spinner label="Loading the outbox" />}
        {outbox.isError && !outbox.data && (
          <Failed text="The outbox could not be loaded." onRetry={() => void outbox.refetch()} />
        )}
        {outbox.data === null && (
          <Empty>Mails go out through the mail server; nothing is kept here.</Empty>
        )}
        {outbox.data?.length === 0 && <Empty>No mails yet.</Empty>}
        {outbox.data && outbox.data.length > 0 && (
          <>
            <p className="soft">No mail server is set up, so mails wait here to be read.</p>
            <ul className="rows">
              {outbox.data.map((mail) => (
                <MailRow key={mail.id} mail={mail} />
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  )
}

function MailRow({ mail: { to, subject, text, written_at } }: { mail: OutboxMail }) {
  return (
    <li className="mail">
      <details>
        <summary>
          <span className="row-title">{subject}</span>
          <span className="soft">
            to {to}, <Moment at={written_at} />
          </span>
        </summary>
        <p className="mail-text">{text}</p>
      </details>
    </li>
  )
}
