// How many answers went out, and who got none.
import { useQuery } from '@tanstack/react-query'
import type { BulkResult, LeftOut } from '#schemas/bulk-answer.ts'
import { Button } from '#ui/button/button.tsx'
import { answerTemplatesQuery } from '../answer.ts'
import { countAnswers } from './bulk-answers.ts'
import { LeftOutList } from './left-out.tsx'

interface BulkSentProps {
  result: BulkResult
  /** Left out before sending. */
  before: LeftOut[]
  onClose(): void
}

export function BulkSent({ result, before, onClose }: BulkSentProps) {
  const { data: offered } = useQuery(answerTemplatesQuery)
  const leftOut = [...before, ...result.left_out]
  return (
    <>
      <p role="status">{describeSent(result.sent.length, offered?.has_mail_server === false)}</p>
      <LeftOutList
        title={leftOut.length === 1 ? 'One was not sent' : `${leftOut.length} were not sent`}
        leftOut={leftOut}
      />
      <p className="answer-buttons">
        <Button kind="main" onClick={onClose}>
          Done
        </Button>
      </p>
    </>
  )
}

function describeSent(count: number, isKept: boolean): string {
  if (count === 0) return 'No answer was sent.'
  if (isKept) return `${countAnswers(count)} kept in the outbox: not sent yet.`
  return `${countAnswers(count)} on ${count === 1 ? 'its' : 'their'} way.`
}
