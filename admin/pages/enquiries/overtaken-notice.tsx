// Shown to the second of two people who changed one enquiry at once.
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'
import { useOvertaken } from './use-change.ts'

export function OvertakenNotice({ enquiryId }: { enquiryId: string }) {
  const [overtaken, dismiss] = useOvertaken(enquiryId)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (overtaken) box.current?.scrollIntoView({ block: 'nearest' })
  }, [overtaken])
  return (
    // Live regions must exist before text is put into them, or it is not announced.
    <div role="alert" ref={box}>
      {overtaken && (
        <div className="verdict">
          <p>
            <strong>Your change was not saved.</strong> {overtaken.by ?? 'Somebody else'} changed
            this enquiry while you had it open. You now see it as it is.
          </p>
          {overtaken.changes.length > 0 && (
            <ul>
              {overtaken.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          )}
          <Button onClick={dismiss}>Dismiss</Button>
        </div>
      )}
    </div>
  )
}
