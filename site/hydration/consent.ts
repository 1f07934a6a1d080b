// Loads the tag manager after a yes, and remembers the answer either way.
import { pushEvent } from './analytics.ts'

const storageKey = 'tag-manager-consent'

export function startConsent(): void {
  const bar = document.querySelector<HTMLElement>('.consent-bar')
  if (!bar) return
  const answer = localStorage.getItem(storageKey)
  if (answer === 'yes') loadTagManager(bar)
  bar.hidden = answer !== null
  bar.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    localStorage.setItem(storageKey, target.value)
    bar.hidden = true
    if (target.value === 'yes') loadTagManager(bar)
  })
}

function loadTagManager({ dataset }: HTMLElement): void {
  pushEvent({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.src = `https://www.googletagmanager.com/gtm.js?id=${dataset.tagManager}`
  script.async = true
  document.head.append(script)
}
