// What a visitor has typed and not sent yet. It is kept in the tab's own storage from the first
// letter on, so that a reload, a lost signal or another page of the site loses nothing. All forms of
// the site share it, because a visitor has one enquiry in mind.
import { type EnquiryField, enquiryFields } from '#schemas/enquiry.ts'
import { draftKey } from '../../hydration/draft-key.ts'
import { readTab, writeTab } from '../../hydration/tab-storage.ts'

export interface Draft {
  /** Its idempotency key: sent before and after a reload, it is still one enquiry. */
  key: string
  fields: Partial<Record<EnquiryField, string>>
}

export function readDraft(): Draft | undefined {
  const kept = readTab(draftKey)
  return kept ? (JSON.parse(kept) as Draft) : undefined
}

/** Keeps what stands in the form; an empty form keeps nothing. */
export function saveDraft(form: HTMLFormElement, key: string, chosen = ''): void {
  const data = new FormData(form)
  const fields: Draft['fields'] = {}
  for (const field of enquiryFields) {
    const value = data.get(field)
    // What the page has chosen is not what the visitor chose: another page chooses another.
    const isOwn = field !== 'service' || value !== chosen
    if (typeof value === 'string' && value && isOwn) fields[field] = value
  }
  const isEmpty = Object.keys(fields).length === 0
  writeTab(draftKey, isEmpty ? undefined : JSON.stringify({ key, fields }))
}

export function clearDraft(): void {
  writeTab(draftKey, undefined)
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Puts a draft into the form. `isOlder`: what stands in the form already was typed after it. */
export function fillFromDraft(form: HTMLFormElement, { fields }: Draft, isOlder: boolean): void {
  for (const field of enquiryFields) {
    const control = form.elements.namedItem(field) as Control | null
    const value = fields[field]
    if (!control || value === undefined || (isOlder && isTyped(control))) continue
    if (control.type === 'checkbox') (control as HTMLInputElement).checked = true
    else if (control.value !== value) control.value = value
  }
}

function isTyped(control: Control): boolean {
  return control instanceof HTMLSelectElement
    ? !control.selectedOptions[0]?.defaultSelected
    : control.type !== 'checkbox' && control.value !== ''
}
