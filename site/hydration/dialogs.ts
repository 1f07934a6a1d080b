// Without script, dialogs open as popovers. With script they are modal: the page behind is inert, the
// focus stays inside and returns to the opener.
export function startDialogs(): void {
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const { target } = event
    const opener = target.closest<HTMLElement>('[popovertarget]')
    const dialog = document.getElementById(opener?.getAttribute('popovertarget') ?? '')
    if (dialog instanceof HTMLDialogElement) {
      event.preventDefault()
      if (dialog.open) dialog.close()
      else dialog.showModal()
    } else if (target instanceof HTMLDialogElement && isOutside(target, event)) {
      target.close()
    } else if (target.closest('.side-menu a')) {
      target.closest('dialog')?.close()
    }
  })
}

/** A click on the backdrop targets the dialog but is outside its box. */
function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
