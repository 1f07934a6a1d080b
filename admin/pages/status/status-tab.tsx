// Is everything working? Each part that the product needs, how it is, and what to do.

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, OctagonX } from 'lucide-react'
import type { Check } from '#schemas/checks.ts'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Failed } from '../../parts/list-states.tsx'
import { BackUpNow } from './back-up-now.tsx'
import { SendTestMail } from './send-test-mail.tsx'
import { checksQuery } from './status.ts'

const names: Record<string, string> = {
  database: 'Database',
  disk: 'Disk',
  mail: 'Mail',
  queue: 'Background work',
  backup: 'Backups',
}

const states = {
  fine: { word: 'Fine', Icon: CircleCheck },
  look: { word: 'Needs attention', Icon: CircleAlert },
  broken: { word: 'Not working', Icon: OctagonX },
}

export function StatusTab() {
  const looked = useQuery(checksQuery)
  return (
    <section aria-labelledby="status-heading">
      <div className="toolbar">
        <h2 id="status-heading">Is everything working?</h2>
        <Button isBusy={looked.isFetching} onClick={() => void looked.refetch()}>
          Check again
        </Button>
      </div>
      {looked.isPending && <Spinner label="Checking" />}
      {looked.isError && (
        <Failed
          text="The server, or its database, does not answer. Look at its log, and restart it if this stays so."
          onRetry={() => void looked.refetch()}
        />
      )}
      {looked.data && !looked.isError && (
        <>
          <p role="status">
            {summariseChecks(looked.data.checks)}{' '}
            <span className="soft">
              Checked <RelativeTime at={looked.data.at} />.
            </span>
          </p>
          <ul className="rows status-rows">
            {looked.data.checks.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function CheckRow({ check: { id, state, finding, advice } }: { check: Check }) {
  const { word, Icon } = states[state]
  return (
    <li className="row row-top">
      <div className="row-main">
        <h3 className="row-title">{names[id] ?? id}</h3>
        <p>{finding}</p>
        {advice && <p className="status-advice">{advice}</p>}
        {id === 'mail' && <SendTestMail />}
        {id === 'backup' && <BackUpNow />}
      </div>
      <p className={`badge status-${state}`}>
        <Icon aria-hidden="true" />
        {word}
      </p>
    </li>
  )
}

function summariseChecks(checks: Check[]): string {
  const broken = checks.filter(({ state }) => state === 'broken').length
  const look = checks.filter(({ state }) => state === 'look').length
  if (broken > 0)
    return broken === 1 ? 'One thing is not working.' : `${broken} things are not working.`
  if (look > 0)
    return look === 1
      ? 'Yes, but one thing needs attention.'
      : `Yes, but ${look} things need attention.`
  return 'Yes, everything is working.'
}
