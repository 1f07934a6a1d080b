// Hydrates an island on focus, pointer events or submit; its code is loaded when the visitor scrolls to
// it (forms-in-view.ts). A submit before hydration is held back and repeated afterwards; if hydration takes too long, the
// browser posts the form itself.
import { draftKey } from './draft-key.ts'
import { showNotice } from './notices.ts'
import { readTab, writeTab } from './tab-storage.ts'

const timeoutMs = 4_000
const noSignal = {
  title: 'Not sent',
  text: 'There is no signal. Please try again when it is back.',
  isError: true,
}
const hydrating = new WeakMap<Element, Promise<void>>()

export function startIslands(): void {
  for (const event of ['focusin', 'pointerdown', 'pointerover', 'dragenter'] as const) {
    addEventListener(
      event,
      ({ target }) => {
        void hydrateOnce(islandOf(target))
        // A slider over two pictures.
        if (target instanceof HTMLInputElement && target.type === 'range')
          void import('./comparison.ts')
      },
      { passive: true },
    )
  }
  watchFormsOnScroll()
  addEventListener('submit', deferSubmit, true)
  addEventListener('dragover', takeFiles)
  addEventListener('drop', takeFiles)
  // The browser's validation would block the submit event, and the island could not show its errors.
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-island] form')) {
    form.noValidate = true
  }
  // A form posted by the browser has arrived: the draft is no longer needed.
  if (location.pathname.endsWith('/thank-you')) writeTab(draftKey, undefined)
  // Hydrate at once if there is a draft to restore.
  if (!readTab(draftKey)) return
  for (const island of document.querySelectorAll<HTMLElement>('main [data-island]')) {
    if (island.offsetWidth > 0) void hydrateOnce(island)
  }
}

/** Without signal the next scroll tries again. */
function watchFormsOnScroll(): void {
  const load = () => import('./forms-in-view.ts').catch(watchFormsOnScroll)
  addEventListener('scroll', load, { once: true, passive: true })
}

/**
 * A file that is dropped beside a form would open in place of the page, and one dropped on a form that is
 * not hydrated yet, too: that one goes into the field, where the form finds it.
 */
function takeFiles(event: DragEvent): void {
  const { dataTransfer, target, type, defaultPrevented } = event
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  const island = islandOf(target)
  const input = island?.querySelector<HTMLInputElement>('[type=file]')
  // A hydrated form has taken what was dropped on it.
  if (!input || island?.dataset.hydrated !== undefined) dataTransfer.dropEffect = 'none'
  else if (type === 'drop') {
    input.files = dataTransfer.files
    void hydrateOnce(island)
  }
}

const loadReact = () => import('./hydrate-island.tsx')

function islandOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-island]') : null
}

function hydrateOnce(island: HTMLElement | null): Promise<void> | undefined {
  if (!island) return undefined
  let promise = hydrating.get(island)
  if (!promise) {
    promise = loadReact().then(({ hydrateIsland }) => hydrateIsland(island))
    // After a failed download the next interaction tries again.
    promise.catch(() => hydrating.delete(island))
    hydrating.set(island, promise)
  }
  return promise
}

function deferSubmit(event: SubmitEvent): void {
  const island = islandOf(event.target)
  const form = event.target as HTMLFormElement
  if (!island || island.dataset.hydrated !== undefined) return
  event.preventDefault()
  event.stopPropagation()
  const timeout = new Promise((_, reject) => setTimeout(reject, timeoutMs))
  Promise.race([hydrateOnce(island), timeout]).then(
    () => form.requestSubmit(),
    // submit() skips handlers and validation: the server validates and responds with a page. Offline it
    // would lead to the browser's error page, and the visitor would lose what they typed.
    () => (navigator.onLine ? form.submit() : showNotice(noSignal)),
  )
}
