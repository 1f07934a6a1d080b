// Half-written notes and answers. They survive opening another enquiry or dashboard tab and a reload:
// they are kept in session storage and cleared at sign-out.
import { useState } from 'react'

const kinds = ['note', 'answer'] as const

export function useDraft(
  kind: (typeof kinds)[number],
  enquiryId: string,
): [string, (text: string) => void] {
  const key = `${kind}-${enquiryId}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  return [
    text,
    (next) => {
      setText(next)
      if (next) sessionStorage.setItem(key, next)
      else sessionStorage.removeItem(key)
    },
  ]
}

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (kinds.some((kind) => key.startsWith(`${kind}-`))) sessionStorage.removeItem(key)
  }
}
