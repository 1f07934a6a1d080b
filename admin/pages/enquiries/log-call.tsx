// Logs a call in one tap. Having spoken counts as the first answer.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Enquiry, EnquiryContact } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { readAnew } from './enquiries-key.ts'

const outcomes: Record<EnquiryContact['outcome'], string> = {
  spoke: 'Spoke',
  no_answer: 'No answer',
  left_message: 'Left a message',
}

export function LogCall({ enquiry }: { enquiry: Enquiry }) {
  const id = useId()
  const client = useQueryClient()
  const log = useMutation({
    mutationFn: async (outcome: EnquiryContact['outcome']) => {
      const { error } = await tables
        .from('enquiry_contacts')
        .insert({ enquiry_id: enquiry.id, outcome })
      if (error) throw error
    },
    onSuccess: () => showSuccess('Call logged'),
    onError: (error) => showError(toMessage(error, 'Failed to log the call')),
    onSettled: () => readAnew(client),
  })
  return (
    <fieldset className="moves-buttons" aria-labelledby={id}>
      <span id={id} className="soft">
        Log a call
      </span>
      {(Object.keys(outcomes) as EnquiryContact['outcome'][]).map((outcome) => (
        <Button key={outcome} isBusy={log.isPending} onClick={() => log.mutate(outcome)}>
          {outcomes[outcome]}
        </Button>
      ))}
    </fieldset>
  )
}
