// Account mails that did not go out. The server leaves out their links and codes.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { Empty, Failed, Spinner } from '../../parts/list-states.tsx'
import { Moment } from '../../parts/moment.tsx'
import { type AccountMail, accountMailsQuery } from './mail.ts'
import { nameOfMail } from './name-of-mail.ts'

export function AccountMails() {
  const mails = useQuery(accountMailsQuery)
  return (
    <section aria-labelledby="account-mails-heading">
      <h2 id="account-mails-heading">Account mails that could not be sent</h2>
      {mails.isPending && <Spinner label="Loading account mails" />}
      {mails.isError && !mails.data && (
        <Failed
          text="The account mails could not be loaded."
          onRetry={() => void mails.refetch()}
        />
      )}
      {mails.data?.length === 0 && <Empty>No account mail is held up.</Empty>}
      {mails.data && mails.data.length > 0 && (
        <>
          <p className="soft">
            Each is removed when its link expires. After that, send a new invitation or reset under
            Users.
          </p>
          <ul className="rows">
            {mails.data.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function MailRow({ mail }: { mail: AccountMail }) {
  const id = useId()
  const resend = useMailChange('resend-mail', mail.id, 'On its way again')
  const drop = useMailChange('drop-mail', mail.id, 'Mail dropped')
  const isBusy = resend.isPending || drop.isPending
  return (
    <li className="row row-top">
      <div className="row-main">
        <p className="row-title" id={id}>
          {nameOfMail(mail.about)} to {mail.to}
        </p>
        <p className="soft">
          Written <Moment at={mail.created_at} />, tried{' '}
          {mail.tries === 1 ? 'once' : `${mail.tries} times`}
          {mail.next_try_at ? (
            <>
              , next try <Moment at={mail.next_try_at} />
            </>
          ) : (
            ', not tried again'
          )}
          . It expires <Moment at={mail.expires_at} />.
        </p>
        {mail.last_error && <p>{mail.last_error}</p>}
      </div>
      <div className="row-buttons">
        <button
          type="button"
          className="btn"
          aria-describedby={id}
          disabled={isBusy}
          onClick={() => resend.mutate()}
        >
          Send again
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-danger-quiet"
          aria-describedby={id}
          disabled={isBusy}
          onClick={() => drop.mutate()}
        >
          Drop
        </button>
      </div>
    </li>
  )
}

function useMailChange(verb: string, id: string, success: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callStaff(verb, { mail_id: id }),
    onSuccess: () => showSuccess(success),
    onError: (error) => showError(toMessage(error, 'Failed to update the mail')),
    onSettled: () => client.invalidateQueries({ queryKey: accountMailsQuery.queryKey }),
  })
}
