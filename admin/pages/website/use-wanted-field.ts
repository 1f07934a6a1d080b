// Leads to a field of a document, such as one that has to be corrected before it can be published.
import { useEffect, useEffectEvent } from 'react'
import { fieldId } from './fields/field-text.ts'
import type { Path } from './values.ts'

export interface WantedField {
  /** The document. */
  key: string
  field: Path
}

export function useWantedField(wanted: WantedField | undefined, onArrived: () => void): void {
  const arrive = useEffectEvent(onArrived)
  useEffect(() => {
    if (!wanted) return
    // What it is in opens first, and the dialog that led here gives back the focus.
    const timer = setTimeout(() => {
      focusField(wanted.field)
      arrive()
    }, 50)
    return () => clearTimeout(timer)
  }, [wanted])
}

/** A part that has no control of its own is shown by the first one in it, or in what it is in. */
function focusField(path: Path): void {
  for (let length = path.length; length > 0; length -= 1) {
    const found = document.getElementById(fieldId(path.slice(0, length)))
    const control = found?.matches('fieldset') ? found.querySelector<HTMLElement>(controls) : found
    if (!control) continue
    control.scrollIntoView({ block: 'center' })
    control.focus({ preventScroll: true })
    return
  }
}

const controls = 'input, textarea, select, summary, button'
