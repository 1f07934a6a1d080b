/**
 * Runs in the page, before its own scripts. Below the first screen the browser lays a page out only as the
 * visitor comes near; who looks at whole pages needs all of it at once. What `content-visibility: auto`
 * does to a part that is laid out stays: it is contained, and clips what leaves its box.
 */
export function layOutWholePages(): void {
  addEventListener('DOMContentLoaded', () => {
    for (const part of document.querySelectorAll<HTMLElement>('body *')) {
      if (getComputedStyle(part).contentVisibility !== 'auto') continue
      part.style.contentVisibility = 'visible'
      part.style.contain = 'layout style paint'
    }
  })
}
