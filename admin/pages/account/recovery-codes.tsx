// How many recovery codes are left, and making new ones. New codes are shown only once.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { Day } from '#ui/relative-time/relative-time.tsx'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
import { RecoverySheet } from './recovery-sheet.tsx'

interface CodesLeft {
  left: number
  made_at: string | null
}

const leftQuery = queryOptions({
  queryKey: ['recovery-codes'],
  queryFn: () => callStaff<CodesLeft>('recovery-count'),
  meta: { failed: 'Failed to fetch your recovery codes' },
})

export interface RecoveryCodesProps {
  /** Codes made just now, shown instead of the count. */
  fresh: string[] | undefined
  onFresh(codes: string[] | undefined): void
}

export function RecoveryCodes({ fresh, onFresh }: RecoveryCodesProps) {
  const { data } = useQuery(leftQuery)
  const [confirming, setConfirming] = useState(false)
  const make = useMakeCodes(onFresh)
  if (fresh) return <RecoverySheet codes={fresh} onKept={() => onFresh(undefined)} />
  if (!data) return null
  return (
    <>
      <p className="account-line">
        <span>{formatCodesLeft(data)}</span>
        <Button
          isBusy={make.isPending}
          onClick={() => (data.left > 0 ? setConfirming(true) : make.mutate())}
        >
          {make.isPending ? 'Making…' : 'Make new codes'}
        </Button>
      </p>
      {confirming && (
        <Confirm
          question="Make new recovery codes?"
          confirm="Make new codes"
          onConfirm={() => make.mutate()}
          onClose={() => setConfirming(false)}
        >
          <p>The codes that you have now stop working.</p>
        </Confirm>
      )}
    </>
  )
}

export function useMakeCodes(onMade: (codes: string[]) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callStaff<{ codes: string[] }>('recovery-codes'),
    async onSuccess({ codes }) {
      onMade(codes)
      await client.invalidateQueries({ queryKey: leftQuery.queryKey })
    },
    onError: (error) => showError(toMessage(error, 'Failed to make recovery codes')),
  })
}

function formatCodesLeft({ left, made_at }: CodesLeft) {
  if (left === 0) return 'No recovery codes are left. Without one, a lost phone locks you out.'
  return (
    <>
      {left === 1 ? 'One recovery code is left' : `${left} recovery codes are left`}
      {made_at && (
        <>
          , made on <Day at={made_at} />
        </>
      )}
      .
    </>
  )
}
