// Sends all that lies in the outbox from before a mail server was set up, after a question.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { readAnew } from '../enquiries/enquiries-key.ts'
import { countMails } from './describe-mail.ts'

interface SendOutboxProps {
  count: number
  /** All that is in the outbox. */
  kept: number
}

export function SendOutbox({ count, kept }: SendOutboxProps) {
  const client = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const send = useMutation({
    mutationFn: () => callStaff<{ sent: number }>('send-kept'),
    onSuccess: ({ sent }) =>
      showSuccess(
        sent === 1
          ? '1 email is on the way'
          : `${sent.toLocaleString('en-GB')} emails are on the way`,
      ),
    onError: (error) => showError(toMessage(error, 'The emails could not be sent')),
    onSettled: () => readAnew(client),
  })
  return (
    <>
      <Button isBusy={send.isPending} onClick={() => setIsConfirming(true)}>
        Send all that were kept
      </Button>
      {isConfirming && (
        <Confirm
          question={`Send ${countMails(count)}?`}
          confirm="Send all"
          isHarmless
          onConfirm={() => send.mutate()}
          onClose={() => setIsConfirming(false)}
        >
          They were written while no mail server was set up: enquiries to the office, thank-yous and
          answers to customers, visits, requests for a review. An old one may surprise its
          recipient. Each can also be sent by itself in the list.
          {kept > count &&
            ` ${countMails(kept - count)} ${kept - count === 1 ? 'stays' : 'stay'} in the outbox, about enquiries that were marked as spam or erased since.`}
        </Confirm>
      )}
    </>
  )
}
