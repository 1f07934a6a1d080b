// Health checks: the state of each part of the product, and what to do about it.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, OctagonX } from 'lucide-react'
import type { Check } from '#schemas/checks.ts'
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Failed } from '../../parts/list-states.tsx'
import { BackUpNow } from './back-up-now.tsx'
import { ForgetSpamLearning } from './forget-spam-learning.tsx'
import { SendTestMail } from './send-test-mail.tsx'
import { checksQuery } from './status.ts'

const names: Record<string, string> = {
  database: 'Database',
  disk: 'Disk',
  files: 'Photos',
  mail: 'Mail',
  queue: 'Background work',
  backup: 'Backups',
  spam: 'Spam filter',
  site: 'Website texts',
}

const states = {
  ok: { word: 'Fine', Icon: CircleCheck },
  warning: { word: 'Needs attention', Icon: CircleAlert },
  failed: { word: 'Not working', Icon: OctagonX },
}

export function StatusTab() {
  const query = useQuery(checksQuery)
  return (
    <section aria-labelledby="status-heading">
      <div className="toolbar">
        <h2 id="status-heading">Is everything working?</h2>
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
          Check again
        </Button>
      </div>
      {query.isPending && <Spinner label="Checking" />}
      {query.isError && (
        <Failed
          text="The server, or its database, does not answer. Look at its log, and restart it if this stays so."
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && !query.isError && (
        <>
          <p role="status">
            {summariseChecks(query.data.checks)}{' '}
            <span className="soft">
              Checked <RelativeTime at={query.data.at} />.
            </span>
          </p>
          <ul className="rows status-rows">
            {query.data.checks.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function CheckRow({ check: { id, state, finding, advice, clicks } }: { check: Check }) {
  const { word, Icon } = states[state]
  return (
    <li className="row row-top">
      <div className="row-main">
        <h3 className="row-title">{names[id] ?? id}</h3>
        <p>{finding}</p>
        {advice && <p className="status-advice">{advice}</p>}
        {id === 'mail' && <SendTestMail />}
        {id === 'backup' && <BackUpNow />}
        {id === 'spam' && clicks ? <ForgetSpamLearning /> : null}
      </div>
      <p className={`badge status-${state}`}>
        <Icon aria-hidden="true" />
        {word}
      </p>
    </li>
  )
}

function summariseChecks(checks: Check[]): string {
  const failed = checks.filter(({ state }) => state === 'failed').length
  const warnings = checks.filter(({ state }) => state === 'warning').length
  if (failed > 0)
    return failed === 1 ? 'One thing is not working.' : `${failed} things are not working.`
  if (warnings > 0)
    return warnings === 1
      ? 'Yes, but one thing needs attention.'
      : `Yes, but ${warnings} things need attention.`
  return 'Yes, everything is working.'
}
