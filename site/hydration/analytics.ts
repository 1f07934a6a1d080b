// The events of the data layer. They are always pushed; a tag manager reads them only if the company
// has configured one and the visitor has consented.
declare global {
  interface Window {
    dataLayer?: object[]
  }
}

export function pushEvent(event: object): void {
  window.dataLayer ??= []
  window.dataLayer.push(event)
}

export function startAnalytics(): void {
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    const kind = { 'tel:': 'phone_click', 'mailto:': 'email_click' }[link?.protocol ?? '']
    if (!link || !kind) return
    const location = link.closest('header, .side-menu')
      ? 'header'
      : link.closest('footer')
        ? 'footer'
        : 'main'
    pushEvent({ event: kind, location, page_path: window.location.pathname })
  })
}
