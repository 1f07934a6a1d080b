// What is half-written. It survives opening another record or dashboard tab, a reload and a sign-in that
// ends: it is kept in session storage, until sign-out or until somebody else signs in.
import { useState } from 'react'

const kinds = ['note', 'answer', 'new-enquiry', 'new-review', 'visit', 'details'] as const
type Kind = (typeof kinds)[number]

const ownerKey = 'drafts-of'

/** `of`: the record that it belongs to. */
export function useDraft(kind: Kind, of: string): [string, (text: string) => void] {
  const key = `${kind}-${of}`
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

/** A half-filled form. */
export interface FormDraft<Fields> {
  fields: Fields
  /** Something was typed and is neither saved nor given up. */
  isKept: boolean
  change(fields: Fields): void
  /** Once it is saved, or given up on purpose. */
  forget(): void
}

/** `start`: the fields of a form in which nothing was typed. */
export function useFormDraft<Fields extends object>(
  kind: Kind,
  of: string,
  start: () => Fields,
): FormDraft<Fields> {
  const [kept, keep] = useDraft(kind, of)
  const [fields, setFields] = useState(() => readFields(kept, start()))
  return {
    fields,
    isKept: kept !== '',
    change(next) {
      setFields(next)
      keep(JSON.stringify(next))
    },
    forget() {
      setFields(start())
      keep('')
    },
  }
}

/** Fields that the form does not have, or had with values of another type before an update, are left out. */
export function readFields<Fields extends object>(kept: string, start: Fields): Fields {
  const found = parse(kept)
  const known = Object.entries(start).filter(([name, value]) => typeof found[name] === typeof value)
  return { ...start, ...Object.fromEntries(known.map(([name]) => [name, found[name]])) }
}

function parse(kept: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(kept))
  } catch {
    return {}
  }
}

/** A sign-in that ended leaves drafts behind: they are of that person, not of the next at this screen. */
export function claimDrafts(userId: string): void {
  if (sessionStorage.getItem(ownerKey) === userId) return
  forgetDrafts()
  sessionStorage.setItem(ownerKey, userId)
}

export const hasDraft = (kind: Kind, of: string) => sessionStorage.getItem(`${kind}-${of}`) !== null

export const hasDrafts = () => Object.keys(sessionStorage).some(isDraft)

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage).filter(isDraft)) sessionStorage.removeItem(key)
  sessionStorage.removeItem(ownerKey)
}

const isDraft = (key: string) => kinds.some((kind) => key.startsWith(`${kind}-`))
