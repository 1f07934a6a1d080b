// Toasts: up to three, some seconds each, announced by screen readers. Errors interrupt (assertive),
// the others wait (polite).
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { type Notice, takeNotice } from '#ui/notice/notice.ts'

/** A button in the notice, for what can be undone. */
export interface NoticeAction {
  label: string
  run(): void
}

interface GivenNotice extends Notice {
  action?: NoticeAction
  /** It replaces an earlier one about the same: only the last change of an enquiry is undone. */
  about?: string
}

interface ShownNotice extends GivenNotice {
  id: number
}

const shownForMs = 4_000
/** Long enough to reach its button by keyboard. */
const shownWithActionForMs = 12_000
const maxShown = 3

let shown: readonly ShownNotice[] = []
let lastId = 0
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

export function showNotice(notice: GivenNotice): void {
  lastId += 1
  // The same words again replace the first, as a new element, so that they are announced again. Not
  // with a button: each undoes a change of its own.
  const others = shown.filter(({ title, text, action, about }) => {
    if (about && about === notice.about) return false
    return action || title !== notice.title || text !== notice.text
  })
  change([...others, { ...notice, id: lastId }].slice(-maxShown))
  startTimer(lastId)
}

/** Nothing stands above it: the words themselves tell that it is done. */
export const showSuccess = (text: string) => showNotice({ title: '', text })
export const showError = (text: string) => showNotice({ title: 'Error', text, isError: true })

/** Shows the flash message that the previous page stored. */
export function showLeftNotice(): void {
  const left = takeNotice('dashboard')
  if (left) showNotice(left)
}

export function Notices() {
  const notices = useSyncExternalStore(subscribe, () => shown)
  return (
    <div className="toasts">
      {/* Live regions must exist before text is put into them, or it is not announced. */}
      <div role="status" aria-live="polite">
        {notices.filter(({ isError }) => !isError).map(toast)}
      </div>
      <div role="alert" aria-live="assertive">
        {notices.filter(({ isError }) => isError).map(toast)}
      </div>
    </div>
  )
}

function toast({ id, title, text, isError, action }: ShownNotice) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses the timer while it is read
    <div
      key={id}
      className={isError ? 'notice notice-error toast' : 'notice toast'}
      onMouseEnter={() => stopTimer(id)}
      onMouseLeave={() => startTimer(id)}
      onFocus={() => stopTimer(id)}
      onBlur={() => startTimer(id)}
    >
      <p>
        {title && <strong>{title}</strong>} <span>{text}</span>
      </p>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            hide(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="toast-close" onClick={() => hide(id)}>
        <X aria-hidden="true" />
        <span className="unseen">Dismiss</span>
      </button>
    </div>
  )
}

function startTimer(id: number): void {
  stopTimer(id)
  const isActing = shown.find((notice) => notice.id === id)?.action !== undefined
  timers.set(
    id,
    setTimeout(() => hide(id), isActing ? shownWithActionForMs : shownForMs),
  )
}

function stopTimer(id: number): void {
  clearTimeout(timers.get(id))
}

function hide(id: number): void {
  timers.delete(id)
  change(shown.filter((notice) => notice.id !== id))
}

function change(next: readonly ShownNotice[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
