// The draft of an unsent enquiry, kept in session storage from the first letter on, so that it survives
// a reload, a lost connection or a visit to another page. All forms of the site share one draft.
import { type EnquiryField, enquiryFields } from '#schemas/enquiry.ts'
import { draftKey } from '../../hydration/draft-key.ts'
import { readTab, writeTab } from '../../hydration/tab-storage.ts'

export interface Draft {
  /** The idempotency key: an enquiry sent before and after a reload is stored once. */
  key: string
  fields: Partial<Record<EnquiryField, string>>
}

/** An idempotency key. Not randomUUID(), which exists in secure contexts only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function readDraft(): Draft | undefined {
  const kept = readTab(draftKey)
  return kept ? (JSON.parse(kept) as Draft) : undefined
}

/** Saves the values of the form; an empty form clears the draft. */
export function saveDraft(form: HTMLFormElement, key: string, preselected = ''): void {
  const data = new FormData(form)
  const fields: Draft['fields'] = {}
  for (const field of enquiryFields) {
    const value = data.get(field)
    // Not the service that the page preselects: another page preselects another.
    const isPreselected = field === 'service' && value === preselected
    if (typeof value === 'string' && value && !isPreselected) fields[field] = value
  }
  const isEmpty = Object.keys(fields).length === 0
  writeTab(draftKey, isEmpty ? undefined : JSON.stringify({ key, fields }))
}

export function clearDraft(): void {
  writeTab(draftKey, undefined)
}

const sentEvent = 'enquiry-sent'

/** Another form of the page may hold the same draft: what was sent is not to be sent again. */
export function announceSent(key: string): void {
  dispatchEvent(new CustomEvent(sentEvent, { detail: key }))
}

export function onSentElsewhere(listener: (key: string) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<string>).detail)
  addEventListener(sentEvent, listen)
  return () => removeEventListener(sentEvent, listen)
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Fills the form from a draft. `isOlder`: values already in the form are newer and stay. */
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
