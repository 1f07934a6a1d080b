// Says whether the telephone is answered now. In the browser, because pages are cached and the same
// for every visitor; without script the hours stand alone. Imported on the page that has the place.
import { openStatus } from '#content/open-status.ts'

const place = document.getElementById('open-now')
const hours = JSON.parse(place?.dataset.hours ?? '{"telephone":[]}')

function show(): void {
  const { isOpen, text } = openStatus(new Date(), hours)
  if (!place) return
  place.textContent = text
  place.toggleAttribute('data-open', isOpen)
}

show()
setInterval(show, 30_000)
// A page from the back/forward cache, or a woken computer.
document.addEventListener('visibilitychange', show)
