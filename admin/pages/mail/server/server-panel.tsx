// How mail leaves: which server, from whom, and whether it works.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailServerState } from '#schemas/mail-server.ts'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { callStaff } from '../../../api.ts'
import { toMessage } from '../../../errors.ts'
import { showError, showSuccess } from '../../../notices/notices.tsx'
import { SendTestMail } from '../../status/send-test-mail.tsx'
import { mailServerQuery, showServer } from './mail-server.ts'
import { ServerForm } from './server-form.tsx'

export function ServerPanel() {
  const { data: state } = useQuery(mailServerQuery)
  const [isEditing, setIsEditing] = useState(false)
  if (!state) return null
  return (
    <section id="server" className="panel mail-server" aria-labelledby="mail-server-heading">
      <h3 id="mail-server-heading">Mail server</h3>
      <Summary state={state} />
      {isEditing ? (
        <ServerForm state={state} onClose={() => setIsEditing(false)} />
      ) : (
        <div className="form-buttons">
          {!state.fixed.includes('SMTP_URL') && (
            <Button kind={state.stored ? 'outline' : 'main'} onClick={() => setIsEditing(true)}>
              {state.stored ? 'Change the mail server' : 'Set up a mail server'}
            </Button>
          )}
          {state.stored && <RemoveServer />}
        </div>
      )}
      {/* A result is about the server that was asked. */}
      {(state.stored || state.fixed_host) && <SendTestMail key={JSON.stringify(state.stored)} />}
    </section>
  )
}

function Summary({
  state: { fixed, fixed_host, fixed_sender, stored, problem, company },
}: {
  state: MailServerState
}) {
  if (fixed_host) {
    return (
      <p>
        Mail leaves through <strong>{fixed_host}</strong>, as <code>SMTP_URL</code> says where the
        server is started. That wins over anything set here.
      </p>
    )
  }
  if (!stored) {
    return (
      <p>
        No mail server is set up: emails are kept in the outbox below and reach nobody. Your email
        provider’s help pages name the server, often under “SMTP” or “outgoing mail”.
      </p>
    )
  }
  const sender = fixed.includes('MAIL_FROM')
    ? `${fixed_sender} (MAIL_FROM)`
    : `${stored.sender_name || company.name}, ${stored.sender_address || company.email}`
  return (
    <>
      <p>
        Mail leaves through <strong>{stored.host}</strong>, port {stored.port}
        {stored.username && `, as ${stored.username}`}. Sender: {sender}.
      </p>
      {problem && <p className="late">{problem}</p>}
    </>
  )
}

function RemoveServer() {
  const [isConfirming, setIsConfirming] = useState(false)
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => callStaff<MailServerState>('remove-mail-server'),
    onSuccess(state) {
      void showServer(client, state)
      showSuccess('Mail server removed. Emails are kept in the outbox.')
    },
    onError: (error) => showError(toMessage(error, 'Failed to remove the mail server')),
  })
  return (
    <>
      <Button isBusy={remove.isPending} onClick={() => setIsConfirming(true)}>
        Remove
      </Button>
      {isConfirming && (
        <Confirm
          question="Remove the mail server?"
          confirm="Remove"
          onConfirm={() => remove.mutate()}
          onClose={() => setIsConfirming(false)}
        >
          Its password is deleted, and emails are kept in the outbox until another is set up.
        </Confirm>
      )}
    </>
  )
}
