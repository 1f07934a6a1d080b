// "Send a test email": to the signed-in administrator, with the mail server's reply.
import { useMutation } from '@tanstack/react-query'
import type { TestMailResult } from '#schemas/mail-server.ts'
import { Button } from '#ui/button/button.tsx'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { describeError } from '../mail/describe-mail.ts'

export function SendTestMail() {
  const send = useMutation({ mutationFn: () => callStaff<TestMailResult>('test-mail') })
  return (
    <div className="status-action">
      <Button isBusy={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? 'Sending…' : 'Send a test email'}
      </Button>
      <div role="status">
        {send.isError && (
          <p className="late">{toMessage(send.error, 'The test email could not be sent.')}</p>
        )}
        {send.data && <Result {...send.data} />}
      </div>
    </div>
  )
}

function Result({ to, result, reply }: TestMailResult) {
  switch (result) {
    case 'sent':
      return (
        <p>
          The mail server took it for {to}
          {reply && `: “${reply}”`}. Check your email.
        </p>
      )
    case 'in_outbox':
      return <p>Not sent: no mail server is set up. It is in the outbox under Mail.</p>
    case 'failed':
      return (
        <p className="late">
          <strong>Not sent</strong> to {to}: {describeError(reply) ?? 'the server gave no reason'}.
        </p>
      )
  }
}
