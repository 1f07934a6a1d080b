// Dialogs open without any script as popovers. With it they are modal: the page behind rests, focus
// stays inside and goes back where it came from.

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

/** A click on the backdrop has the dialog as its target but lies beside its box. */
function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
