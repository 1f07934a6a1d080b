// For browsers that know dialogs and no popovers: there they are modal.
addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element)) return
  const opener = target.closest('[popovertarget]')
  const dialog = document.getElementById(opener?.getAttribute('popovertarget') ?? '')
  if (dialog instanceof HTMLDialogElement) {
    if (dialog.open) dialog.close()
    else dialog.showModal()
  } else if (target instanceof HTMLDialogElement && isOutside(target, event)) {
    target.close()
  } else if (target.closest('.side-menu a')) {
    target.closest('dialog')?.close()
  }
})

/** A click on the backdrop targets the dialog but is outside its box. */
function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

export {}
