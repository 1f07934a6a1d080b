// Makes the page behind an open dialog inert, and gives it back. Loaded when the first dialog opens.

/** What is inert because of the open dialog. */
const behind = new Set<HTMLElement>()

addEventListener('beforetoggle', beforeClosing, true)
addEventListener('toggle', ({ target }) => follow(target), true)
follow(document.querySelector('dialog:popover-open'))

/** The browser is about to give the focus back to the opener, which is beside its dialog. */
function beforeClosing({ target, newState }: ToggleEvent): void {
  if (!(target instanceof HTMLDialogElement) || newState === 'open') return
  for (const element of behind) if (element.parentElement === target.parentElement) free(element)
  // It does so only if the dialog has the focus: a click on text has taken it away.
  const { activeElement, body } = document
  if (activeElement === body) target.querySelector('button')?.focus({ preventScroll: true })
}

/** After the frame in which a dialog appears or goes. */
function follow(dialog: EventTarget | null): void {
  if (!(dialog instanceof HTMLDialogElement) || !dialog.popover) return
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (dialog.matches(':popover-open')) isolate(dialog)
      else if (!document.querySelector('dialog:popover-open')) for (const one of behind) free(one)
    }),
  )
}

function isolate(dialog: HTMLDialogElement): void {
  dialog.ariaModal = 'true'
  let inside: Element = dialog
  while (inside.parentElement && inside !== document.body) {
    for (const element of inside.parentElement.children) {
      if (element === inside || !(element instanceof HTMLElement) || element.inert) continue
      // They go into the dialog when there is something to tell, and must be read out there.
      if (element.matches('.notices')) continue
      element.inert = true
      behind.add(element)
    }
    inside = inside.parentElement
  }
}

function free(element: HTMLElement): void {
  element.inert = false
  behind.delete(element)
}

export {}
