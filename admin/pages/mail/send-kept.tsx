// Sends all that was kept while no mail server was set up, after a question.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { readAnew } from '../enquiries/enquiries-key.ts'
import { countMails } from './describe-mail.ts'

export function SendKept({ count }: { count: number }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const send = useMutation({
    mutationFn: () => callStaff<{ sent: number }>('send-kept'),
    onSuccess: ({ sent }) =>
      showSuccess(
        sent === 1
          ? '1 mail is on the way'
          : `${sent.toLocaleString('en-GB')} mails are on the way`,
      ),
    onError: (error) => showError(toMessage(error, 'The mails could not be sent')),
    onSettled: () => readAnew(client),
  })
  return (
    <>
      <Button isBusy={send.isPending} onClick={() => setIsAsking(true)}>
        Send all that were kept
      </Button>
      {isAsking && (
        <Confirm
          question={`Send ${countMails(count)}?`}
          confirm="Send all"
          isHarmless
          onConfirm={() => send.mutate()}
          onClose={() => setIsAsking(false)}
        >
          They were written while no mail server was set up: enquiries to the office, thank-yous and
          answers to customers, visits, requests for a review. An old one may surprise whoever gets
          it. Each can also be sent by itself in the list.
        </Confirm>
      )}
    </>
  )
}
