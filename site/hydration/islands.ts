// Wakes an island on focus, pointer or submit. A submit that comes before the island is awake is
// held and given again; if React does not arrive in time the browser's own post goes out.

import { draftKey } from './draft-key.ts'
import { showNotice } from './notices.ts'
import { readTab, writeTab } from './tab-storage.ts'

const timeoutMs = 4_000
const noSignal = {
  title: 'Not sent',
  text: 'There is no signal. Please try again when it is back.',
  isError: true,
}
const waking = new WeakMap<Element, Promise<void>>()

export function startIslands(): void {
  for (const event of ['focusin', 'pointerdown', 'pointerover'] as const) {
    addEventListener(event, ({ target }) => void wake(islandOf(target)), { passive: true })
  }
  addEventListener('submit', holdSubmit, true)
  // The browser's own bubbles would stop a submit before the island hears of it.
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-island] form')) {
    form.noValidate = true
  }
  // The browser's own post has arrived: nothing is left to send.
  if (location.pathname.endsWith('/thank-you')) writeTab(draftKey, undefined)
  // What was typed before shows again without a touch.
  if (!readTab(draftKey)) return
  for (const island of document.querySelectorAll<HTMLElement>('main [data-island]')) {
    if (island.offsetWidth > 0) void wake(island)
  }
}

function islandOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-island]') : null
}

function wake(island: HTMLElement | null): Promise<void> | undefined {
  if (!island) return undefined
  let promise = waking.get(island)
  if (!promise) {
    promise = import('./wake.tsx').then(({ hydrate }) => hydrate(island))
    // A failed download may be tried again at the next touch.
    promise.catch(() => waking.delete(island))
    waking.set(island, promise)
  }
  return promise
}

function holdSubmit(event: SubmitEvent): void {
  const island = islandOf(event.target)
  const form = event.target as HTMLFormElement
  if (!island || island.dataset.awake !== undefined) return
  event.preventDefault()
  event.stopPropagation()
  const late = new Promise((_, reject) => setTimeout(reject, timeoutMs))
  Promise.race([wake(island), late]).then(
    () => form.requestSubmit(),
    // `submit` asks neither handlers nor validation: the server checks and answers with a page.
    // Without a signal it would lead to the browser's own page, and away from what was typed.
    () => (navigator.onLine ? form.submit() : showNotice(noSignal)),
  )
}
