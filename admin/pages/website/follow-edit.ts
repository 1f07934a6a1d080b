// Finds the text that is being edited on the page in the preview, and brings it into view.

/** Shorter texts are found all over a page. */
const minLength = 4

export function isText(element: EventTarget): element is HTMLInputElement | HTMLTextAreaElement {
  const { localName, type } = element as HTMLInputElement
  return localName === 'textarea' || (localName === 'input' && type === 'text')
}

/** Nothing happens while the page does not show the text: it is saved a moment after it is typed. */
export function showEdited(frame: HTMLIFrameElement | null, text: string): void {
  const page = pageIn(frame)
  const view = page?.defaultView
  const wanted = longestPart(text)
  if (!page || !view || wanted.length < minLength) return
  const main = page.querySelector('main') ?? page.body
  // More may have been typed since it was saved, at the end of it most likely.
  const start = wanted.slice(0, 40)
  const found = findShown(main, wanted) ?? findShown(page.body, wanted) ?? findShown(main, start)
  if (!found) return
  // The answer to a question.
  if (found.localName === 'details') found.setAttribute('open', '')
  keepInView(view, found)
  found.animate(marked, { duration: 1_500, easing: 'ease-in' })
}

/** The part of the page that has this id. */
export function showTarget(frame: HTMLIFrameElement | null, id: string): void {
  const page = pageIn(frame)
  const target = page?.getElementById(id)
  if (page?.defaultView && target) keepInView(page.defaultView, target)
}

/** Parts of the page that were far away are given their true heights in the moments that follow. */
const keepForMs = 1_000

function keepInView(view: Window, element: Element): void {
  const until = view.performance.now() + keepForMs
  let isStopped = false
  const stop = onOwnScroll(view.frameElement as HTMLIFrameElement, () => {
    isStopped = true
  })
  const step = () => {
    if (isStopped || !element.isConnected) return
    bringIntoView(view, element)
    if (view.performance.now() < until) view.requestAnimationFrame(step)
    else stop()
  }
  step()
}

/** Calls back when the owner moves the page in the frame. Returns how to stop listening. */
export function onOwnScroll(frame: HTMLIFrameElement | null, onScroll: () => void): () => void {
  const view = pageIn(frame)?.defaultView
  const controller = new AbortController()
  for (const type of ['wheel', 'pointerdown', 'keydown']) {
    view?.addEventListener(type, onScroll, { signal: controller.signal, passive: true })
  }
  return () => controller.abort()
}

const marked = [
  { outline: '3px solid Highlight', outlineOffset: '4px' },
  { outline: '3px solid Highlight', outlineOffset: '4px', offset: 0.6 },
  { outline: '3px solid transparent', outlineOffset: '4px' },
]

/** Undefined once the frame shows another site. */
const pageIn = (frame: HTMLIFrameElement | null) => frame?.contentDocument ?? undefined

/** The innermost element on the screen that has the text, the first of several. */
function findShown(root: Element, text: string): Element | undefined {
  const hasText = (element: Element) =>
    plain(element.textContent).includes(text) && element.checkVisibility()
  let found: Element | undefined
  let next = hasText(root) ? root : undefined
  while (next) {
    found = next
    next = [...found.children].find(hasText)
  }
  return found
}

/** Not by scrollIntoView, which would move the dashboard around the frame as well. */
function bringIntoView(view: Window, element: Element): void {
  const { top, height } = element.getBoundingClientRect()
  const room = view.innerHeight
  const isSeen = top >= room * 0.1 && top + height <= room
  if (isSeen) return
  const above = Math.max(room * 0.2, (room - height) / 2)
  view.scrollTo({ top: view.scrollY + top - above, behavior: 'instant' })
}

/** Placeholders are filled in on the page. */
function longestPart(text: string): string {
  const parts = text.split(/\{\w+\}/).map(plain)
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}

const plain = (text: string | null) =>
  (text ?? '').replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
