// Answers an enquiry by email. What was begun is kept until it is sent.

import { Reply } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { newAnswer, readDraft } from './answer.ts'
import { AnswerForm } from './answer-form.tsx'

export function Answer({ enquiry }: { enquiry: Enquiry }) {
  const [kept, keep] = useDraft('answer', enquiry.id)
  const [isOpen, setIsOpen] = useState(kept !== '')
  const opener = useRef<HTMLButtonElement>(null)
  if (!enquiry.email || enquiry.status === 'spam') return null
  const close = () => {
    setIsOpen(false)
    // The focused control disappears with the form.
    opener.current?.focus()
  }
  return (
    <div className="answer">
      <Button
        ref={opener}
        kind={isOpen ? 'outline' : 'main'}
        aria-expanded={isOpen}
        onClick={({ currentTarget }) => {
          setIsOpen(!isOpen)
          // On a phone the form would begin below the edge.
          if (!isOpen) currentTarget.scrollIntoView({ block: 'start' })
        }}
      >
        <Reply aria-hidden="true" />
        {isOpen ? 'Close the answer' : kept ? 'Go on with the answer' : 'Answer'}
      </Button>
      {isOpen && (
        <AnswerForm
          enquiry={enquiry}
          draft={readDraft(kept) ?? newAnswer()}
          onChange={(draft) => keep(draft ? JSON.stringify(draft) : '')}
          onSent={close}
        />
      )}
    </div>
  )
}
