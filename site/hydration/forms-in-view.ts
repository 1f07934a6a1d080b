// Watches the page's forms once the visitor scrolls: React is loaded before the first use of one, and on small
// screens the floating button is not shown beside them (dialogs.css).

/** After the frame in which the form appears. */
const quietMs = 50
const root = document.documentElement
const inView = new Set<Element>()

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target)
    else inView.delete(target)
    if (isIntersecting && !startedAbove.has(target)) loadReact()
  }
  root.classList.toggle('form-in-view', inView.size > 0)
})

/**
 * Forms on the first screen: most who see one do not use it, and scrolling does not bring them to it.
 */
const startedAbove = new Set<Element>()
for (const island of document.querySelectorAll('main [data-island]')) {
  if (island.getBoundingClientRect().top + scrollY <= innerHeight) startedAbove.add(island)
  observer.observe(island)
}

/** So that the first tap has nothing to wait for. Without signal the tap tries again. */
function loadReact(): void {
  setTimeout(() => import('./hydrate-island.tsx').catch(() => {}), quietMs)
}

export {}
