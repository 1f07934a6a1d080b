// "Back up now": starts a backup on the server and shows its progress and result.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BackupState } from '#schemas/backups.ts'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
import { formatBytes } from '../../parts/format-bytes.ts'
import { backupsQuery, checksQuery } from './status.ts'

export function BackUpNow() {
  const client = useQueryClient()
  const { data: backups } = useQuery(backupsQuery)
  const start = useMutation({
    mutationFn: () => callStaff<BackupState>('back-up'),
    onSuccess: (state) => client.setQueryData(backupsQuery.queryKey, state),
    onError: (error) => showError(toMessage(error, 'The backup could not be started')),
    onSettled: () => client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  })
  useRefreshChecksAfter(backups)
  const isRunning = backups?.running != null
  // The check above describes the last backup. The result is repeated here if this page saw it run.
  const [hasSeenRunning, setHasSeenRunning] = useState(false)
  useEffect(() => {
    if (isRunning) setHasSeenRunning(true)
  }, [isRunning])
  if (!backups?.is_set_up) return null
  return (
    <div className="status-action">
      <Button isBusy={isRunning || start.isPending} onClick={() => start.mutate()}>
        {isRunning ? 'Backing up…' : 'Back up now'}
      </Button>
      <div role="status">
        {(hasSeenRunning || backups.failed) && <Progress backups={backups} />}
      </div>
    </div>
  )
}

function Progress({ backups: { running, failed, last } }: { backups: BackupState }) {
  if (running) {
    return (
      <p>
        A backup is being taken{running.by && <> for {running.by}</>}, begun{' '}
        <RelativeTime at={running.since} />.
      </p>
    )
  }
  if (failed) {
    return (
      <p className="late">
        <strong>The backup failed</strong> <RelativeTime at={failed.at} />: {failed.error}
      </p>
    )
  }
  if (!last) return null
  return (
    <p>
      <strong>{fileName(last.file)}</strong> ({formatBytes(last.bytes)}), taken{' '}
      <RelativeTime at={last.at} />.{' '}
      {last.check_error ? (
        <strong className="late">It cannot be restored: {last.check_error}</strong>
      ) : last.checked_at ? (
        <>Checked: it can be restored{last.enquiries !== null && `, with ${contentOf(last)}`}.</>
      ) : (
        'Checking whether it can be restored…'
      )}
    </p>
  )
}

/** Runs the checks again when a backup starts, ends or has been verified. */
function useRefreshChecksAfter(backups: BackupState | undefined) {
  const client = useQueryClient()
  const end =
    backups && [backups.running?.since, backups.failed?.at, backups.last?.checked_at].join()
  const before = useRef(end)
  useEffect(() => {
    if (before.current !== undefined && before.current !== end) {
      void client.invalidateQueries({ queryKey: checksQuery.queryKey })
    }
    before.current = end
  }, [end, client])
}

const fileName = (path: string) => path.replace(/^.*[\\/]/, '')

function contentOf({ enquiries, reviews, accounts }: NonNullable<BackupState['last']>): string {
  return [amount(enquiries ?? 0, 'enquiry', 'enquiries'), amount(reviews ?? 0, 'review', 'reviews')]
    .join(', ')
    .concat(` and ${amount(accounts ?? 0, 'account', 'accounts')}`)
}

const amount = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
