// A note that is being written survives another enquiry, another tab of the dashboard and a reload.
// It stays in this tab of the browser, and goes with signing out.
import { useState } from 'react'

const prefix = 'note-'

export function useNoteDraft(enquiryId: string): [string, (body: string) => void] {
  const key = prefix + enquiryId
  const [body, setBody] = useState(() => sessionStorage.getItem(key) ?? '')
  return [
    body,
    (next) => {
      setBody(next)
      if (next) sessionStorage.setItem(key, next)
      else sessionStorage.removeItem(key)
    },
  ]
}

export function forgetNoteDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  }
}
