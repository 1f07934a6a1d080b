// Watches the page's forms once the visitor scrolls: React is loaded before the first use of one, and the
// floating button is not shown over them, or on small screens beside them (dialogs.css).

/** After the frame in which the form appears. */
const quietMs = 50
const root = document.documentElement
const forms = [...document.querySelectorAll('main [data-island]')]

/**
 * Forms on the first screen: most who see one do not use it, and scrolling does not bring them to it.
 */
const startedAbove = new Set(
  forms.filter((form) => form.getBoundingClientRect().top + scrollY <= innerHeight),
)

watch('form-in-view', '0px', (form) => !startedAbove.has(form) && loadReact())
// The lowest tenth of the window, where the button is.
watch('form-at-foot', '-90% 0px 0px')

function watch(className: string, rootMargin: string, seen?: (form: Element) => void): void {
  const inView = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inView.add(target)
        else inView.delete(target)
        if (isIntersecting) seen?.(target)
      }
      root.classList.toggle(className, inView.size > 0)
    },
    { rootMargin },
  )
  for (const form of forms) observer.observe(form)
}

/** So that the first tap has nothing to wait for. Without signal the tap tries again. */
function loadReact(): void {
  setTimeout(() => import('./hydrate-island.tsx').catch(() => {}), quietMs)
}

export {}
