// Loads the tag manager after a yes and remembers the answer either way. Cookie settings ask again;
// a no after a yes ends the measuring and takes away what it left behind.

import { pushEvent } from './analytics.ts'
import { leaveNotice } from './notices.ts'

const storageKey = 'tag-manager-consent'

export function startConsent(): void {
  const bar = document.querySelector<HTMLElement>('.consent-bar')
  if (!bar) return
  const answer = storage()?.getItem(storageKey) ?? null
  if (answer === 'yes') loadTagManager(bar)
  // A script that was still running may have written again while the page was left.
  if (answer === 'no') removeTraces()
  bar.hidden = answer !== null
  // Without script there is nothing to set.
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
  removeTraces()
  leaveNotice({ title: 'Cookies removed', text: 'Your visits are no longer counted.' })
  // A script that runs cannot be unloaded: only a new page is without it.
  location.reload()
}

/** Our own cookies cannot be read by script, and our own storage begins with a letter. */
function removeTraces(): void {
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

/** A visitor who lets no site keep anything is asked on every page. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
