// The header and the floating button follow the scroll position; open menus close by themselves.
// The button rests while a form of the page is in view.

const headerThreshold = 20
const quoteThreshold = 300

export function startShell(): void {
  const root = document.documentElement
  const follow = () => {
    if (scrollY > quoteThreshold) root.dataset.scrolled = 'far'
    else if (scrollY > headerThreshold) root.dataset.scrolled = ''
    else delete root.dataset.scrolled
  }
  addEventListener('scroll', follow, { passive: true })
  // Not at once: asking for the position now would make the browser lay out the page for the answer.
  requestAnimationFrame(follow)
  watchForms(root)

  addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    closeMenus(target)
    const link = target.closest('a')
    // Already at home: the logo leads to the top.
    if (link?.matches('.brand') && location.pathname === '/') {
      event.preventDefault()
      scrollTo({ top: 0 })
    }
  })
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    const open = document.querySelector<HTMLDetailsElement>('.top-nav details[open]')
    open?.querySelector('summary')?.focus()
    closeMenus(document.body)
  })
  // A page that comes back from the browser's memory comes back as it was left.
  addEventListener('pageshow', () => closeMenus(document.body))
  if (document.body.dataset.notFound !== undefined) {
    console.error('404 Error: User attempted to access non-existent route:', location.pathname)
  }
}

function watchForms(root: HTMLElement): void {
  const inView = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) inView.add(target)
        else inView.delete(target)
      }
      root.toggleAttribute('data-form-in-view', inView.size > 0)
    },
    // A line of it at the very edge is not yet a form to fill in.
    { rootMargin: '-15% 0px' },
  )
  for (const form of document.querySelectorAll('main [data-island]')) observer.observe(form)
}

/** Closes the header's open menus, except the one that `inside` belongs to. */
function closeMenus(inside: Element): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.top-nav details[open]')) {
    if (!menu.contains(inside)) menu.open = false
  }
}
