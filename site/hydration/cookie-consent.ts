// Cookie consent: loads the tag manager once the visitor accepts, and stores the answer. Cookie settings
// show the banner again; withdrawing consent stops the tag manager and removes its cookies. Imported where
// the page has a banner, and starts by itself.
import { pushEvent } from './analytics.ts'
import { leaveNotice } from './notices.ts'

const storageKey = 'tag-manager-consent'

const bar = document.querySelector<HTMLElement>('.consent-bar')
if (bar) start(bar)

function start(bar: HTMLElement): void {
  const answer = storage()?.getItem(storageKey) ?? null
  if (answer === 'yes') loadTagManager(bar)
  // The tag manager may have set cookies again while the previous page was unloading.
  if (answer === 'no') removeTracking()
  bar.hidden = answer !== null
  // Hidden in the HTML, because the button does nothing without script.
  for (const button of document.querySelectorAll<HTMLElement>('.cookie-settings')) {
    button.hidden = false
    button.addEventListener('click', () => {
      bar.hidden = false
      bar.querySelector('button')?.focus()
    })
  }
  bar.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const before = storage()?.getItem(storageKey)
    storage()?.setItem(storageKey, target.value)
    bar.hidden = true
    if (before === target.value) return
    if (target.value === 'yes') loadTagManager(bar)
    else if (before) withdraw()
  })
}

function loadTagManager({ dataset }: HTMLElement): void {
  pushEvent({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.src = `https://www.googletagmanager.com/gtm.js?id=${dataset.tagManager}`
  script.async = true
  document.head.append(script)
}

function withdraw(): void {
  removeTracking()
  leaveNotice({ title: 'Cookies removed', text: 'Your visits are no longer counted.' })
  // A running script cannot be unloaded, so reload the page without it.
  location.reload()
}

/** Ours are safe: our cookies are HttpOnly, and our storage keys do not start with an underscore. */
function removeTracking(): void {
  for (const cookie of document.cookie.split('; ')) {
    const [name] = cookie.split('=')
    const labels = location.hostname.split('.')
    for (const domain of ['', ...labels.map((_, i) => labels.slice(i).join('.'))]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
      document.cookie = `${name}=; max-age=0; path=/${domain && `; domain=${domain}`}`
    }
  }
  for (const key of Object.keys(storage() ?? {})) {
    if (key.startsWith('_')) storage()?.removeItem(key)
  }
}

/** Undefined if the browser blocks storage; the visitor is then asked on every page. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
