// Lazy loading: pictures below the fold are in a <noscript> and taken out 50 px before they come into
// view. The browser's own lazy loading starts more than a screen earlier.
export function startLazyPictures(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        target.innerHTML = target.querySelector('noscript')?.textContent ?? ''
      }
    },
    { rootMargin: '50px' },
  )
  for (const picture of document.querySelectorAll('.lazy')) observer.observe(picture)
}
