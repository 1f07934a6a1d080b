// How many answers went out, and who got none.
import type { BulkResult, LeftOut } from '#schemas/bulk-answer.ts'
import { Button } from '#ui/button/button.tsx'
import { countAnswers } from './bulk-answers.ts'
import { LeftOutList } from './left-out.tsx'

interface BulkSentProps {
  result: BulkResult
  /** Left out before sending. */
  before: LeftOut[]
  onClose(): void
}

export function BulkSent({ result, before, onClose }: BulkSentProps) {
  const leftOut = [...before, ...result.left_out]
  return (
    <>
      <p role="status">
        {result.sent.length === 0
          ? 'No answer was sent.'
          : `${countAnswers(result.sent.length)} on ${result.sent.length === 1 ? 'its' : 'their'} way.`}
      </p>
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
