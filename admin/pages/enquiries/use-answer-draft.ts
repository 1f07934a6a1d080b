// Changes the draft of an answer, for one enquiry or several, with its attachments.
import { useRef } from 'react'
import type { AnswerDraft } from './answer.ts'
import { findObstacle } from './answer-fields.tsx'
import type { ForEnquiry } from './attachments/answer-files.ts'
import { useAttachments } from './attachments/use-attachments.ts'

export function useAnswerDraft(
  enquiryId: ForEnquiry,
  draft: AnswerDraft,
  onChange: (draft: AnswerDraft) => void,
) {
  // Files arrive between two renderings: each change is one of the latest draft.
  const latest = useRef(draft)
  latest.current = draft
  function change(changed: Partial<AnswerDraft>): void {
    latest.current = { ...latest.current, ...changed }
    onChange(latest.current)
  }
  const attachments = useAttachments(enquiryId, draft.files, (changed) =>
    change({ files: changed(latest.current.files) }),
  )
  return { change, attachments, obstacle: findObstacle(draft) }
}
