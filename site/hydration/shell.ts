// The header and the floating button change with the scroll position; open menus close on outside
// clicks and Escape.
const headerThreshold = 20
const quoteThreshold = 300

export function startShell(): void {
  const root = document.documentElement
  const update = () => {
    if (scrollY > quoteThreshold) root.dataset.scrolled = 'far'
    else if (scrollY > headerThreshold) root.dataset.scrolled = ''
    else delete root.dataset.scrolled
  }
  addEventListener('scroll', update, { passive: true })
  // Deferred: reading scrollY now would force a synchronous layout.
  requestAnimationFrame(update)

  addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    closeMenus(target)
    const link = target.closest('a')
    // Already on the home page: the logo scrolls to the top.
    if (link?.matches('.brand') && location.pathname === '/') {
      event.preventDefault()
      const { matches } = matchMedia('(prefers-reduced-motion: reduce)')
      scrollTo({ top: 0, behavior: matches ? 'instant' : 'smooth' })
    }
  })
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    const open = document.querySelector<HTMLDetailsElement>('.top-nav details[open]')
    open?.querySelector('summary')?.focus()
    closeMenus(document.body)
  })
  addEventListener('focusin', ({ target }) => closeMenus(target as Element))
  // The back/forward cache restores the page as it was left, with its menus open.
  addEventListener('pageshow', () => closeMenus(document.body))
  if (document.body.dataset.notFound !== undefined) {
    console.error('404 Error: User attempted to access non-existent route:', location.pathname)
  }
}

/** Closes the header's open menus, except the one that `inside` belongs to. */
function closeMenus(inside: Element): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.top-nav details[open]')) {
    if (!menu.contains(inside)) menu.open = false
  }
}
