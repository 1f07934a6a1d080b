// "Forget what it learned": the spam filter judges again as it was shipped.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { checksQuery } from './status.ts'

export function ForgetSpamLearning() {
  const client = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const forget = useMutation({
    mutationFn: () => callStaff<{ clicks: number }>('forget-spam'),
    onSuccess: () => showSuccess('The spam filter has forgotten what it learned'),
    onError: (error) => showError(toMessage(error, 'Failed to make the spam filter forget')),
    onSettled: () => client.invalidateQueries({ queryKey: checksQuery.queryKey }),
  })
  return (
    <div className="status-action">
      <Button isBusy={forget.isPending} onClick={() => setIsConfirming(true)}>
        Forget what it learned
      </Button>
      {isConfirming && (
        <Confirm
          question="Forget what the spam filter learned?"
          confirm="Forget"
          onConfirm={() => {
            setIsConfirming(false)
            forget.mutate()
          }}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            It then judges as it was delivered, and learns anew from the next clicks on Spam and Not
            spam. Enquiries stay where they are.
          </p>
        </Confirm>
      )}
    </div>
  )
}
