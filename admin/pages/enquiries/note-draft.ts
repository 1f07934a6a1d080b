// A note that is being written survives another enquiry, another tab of the dashboard and a reload.
// It stays in this tab of the browser, and goes with signing out.
import { useState } from 'react'
import { forgetTab, readTab, writeTab } from '#ui/tab-storage/tab-storage.ts'

const prefix = 'note-'

export function useNoteDraft(enquiryId: string): [string, (body: string) => void] {
  const key = prefix + enquiryId
  const [body, setBody] = useState(() => readTab(key) ?? '')
  return [
    body,
    (next) => {
      setBody(next)
      writeTab(key, next || undefined)
    },
  ]
}

export function forgetNoteDrafts(): void {
  forgetTab(prefix)
}
