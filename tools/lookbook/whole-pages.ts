/**
 * Runs in the page, before its own scripts. Below the first screen the browser lays a page out only as the
 * visitor comes near, or after the first paint; who measures whole pages needs all of it at once.
 */
export function layOutWholePages(): void {
  addEventListener('DOMContentLoaded', () => {
    for (const part of document.querySelectorAll<HTMLElement>('body *')) {
      if (getComputedStyle(part).contentVisibility !== 'auto') continue
      part.style.contentVisibility = 'visible'
    }
  })
}
