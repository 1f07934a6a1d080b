// Dialogs are popovers: the browser opens and closes them, also without script. With script the page behind an
// open one is out of reach. Not by showModal(): it styles the whole page anew before the dialog is painted,
// which keeps a tap on a slow phone waiting for a tenth of a second.
export function startDialogs(): void {
  if (!('popover' in document.body)) {
    void import('./dialogs-without-popovers.ts').catch(() => {})
    return
  }
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest('.side-menu a')
    if (link) link.closest('dialog')?.hidePopover()
  })
  // A click beside a dialog closes it, and does nothing else.
  let isBeside = false
  addEventListener(
    'pointerdown',
    ({ target }) => {
      isBeside =
        document.querySelector('dialog:popover-open') !== null &&
        !(target as Element).closest('dialog, [popovertarget]')
    },
    true,
  )
  addEventListener(
    'click',
    (event) => {
      // Those of keys have no detail.
      if (!isBeside || event.detail === 0) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
  // It does not bubble. Without signal the page behind stays in reach of keys.
  addEventListener(
    'toggle',
    ({ target }) => {
      if ((target as HTMLElement).popover) void import('./inert-behind.ts').catch(() => {})
    },
    true,
  )
}
