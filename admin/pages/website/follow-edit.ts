// Finds the text that is being edited on the page in the preview, and brings it into view.

/** Shorter texts are found all over a page. */
const minLength = 4

export function isText(element: EventTarget): element is HTMLInputElement | HTMLTextAreaElement {
  const { localName, type } = element as HTMLInputElement
  return localName === 'textarea' || (localName === 'input' && type === 'text')
}

/** False while the page does not show the text: it is saved a moment after it is typed. */
export function showEdited(frame: HTMLIFrameElement | null, text: string): boolean {
  const page = pageIn(frame)
  const wanted = longestPart(text)
  if (!page || wanted.length < minLength) return false
  const found =
    findShown(page.querySelector('main') ?? page.body, wanted) ?? findShown(page.body, wanted)
  const view = page.defaultView
  if (!found || !view) return false
  // The answer to a question.
  if (found.localName === 'details') found.setAttribute('open', '')
  keepInView(view, found)
  found.animate(marked, { duration: 1_500, easing: 'ease-in' })
  return true
}

/** Parts of the page that were far away are given their true heights in the frames that follow. */
const maxFrames = 30

function keepInView(view: Window, element: Element): void {
  const stop = new AbortController()
  for (const type of ['wheel', 'pointerdown', 'keydown', 'pagehide']) {
    view.addEventListener(type, () => stop.abort(), { signal: stop.signal, passive: true })
  }
  let frames = 0
  const step = () => {
    if (stop.signal.aborted) return
    bringIntoView(view, element)
    frames += 1
    if (frames > maxFrames) stop.abort()
    else view.requestAnimationFrame(step)
  }
  step()
}

const marked = [
  { outline: '3px solid Highlight', outlineOffset: '4px' },
  { outline: '3px solid Highlight', outlineOffset: '4px', offset: 0.6 },
  { outline: '3px solid transparent', outlineOffset: '4px' },
]

function pageIn(frame: HTMLIFrameElement | null): Document | undefined {
  try {
    return frame?.contentDocument ?? undefined
  } catch {
    // Another site.
    return undefined
  }
}

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
