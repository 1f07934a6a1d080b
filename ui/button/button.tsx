// Buttons, and links that look like them. How large they are is the room's choice: see button.css.
import type { ComponentPropsWithRef, MouseEvent } from 'react'

/**
 * `quote` asks for a quote, and nothing else does; `main` does what its form or dialog is there for;
 * `danger` takes something away.
 */
export type ButtonKind = 'outline' | 'main' | 'quote' | 'quiet' | 'danger' | 'danger-quiet'

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  kind?: ButtonKind
  /** Does nothing for now, and keeps the focus: a disabled button would drop it. */
  isBusy?: boolean
}

export function Button({ kind, className, type = 'button', isBusy, ...props }: ButtonProps) {
  const busy = isBusy && {
    'aria-disabled': true,
    onClick: (event: MouseEvent) => event.preventDefault(),
  }
  return <button {...props} {...busy} type={type} className={buttonClass(kind, className)} />
}

export interface ButtonLinkProps extends ComponentPropsWithRef<'a'> {
  kind?: ButtonKind
  href: string
}

export function ButtonLink({ kind, className, ...props }: ButtonLinkProps) {
  return <a {...props} className={buttonClass(kind, className)} />
}

function buttonClass(kind: ButtonKind = 'outline', className = ''): string {
  return `button button-${kind} ${className}`.trimEnd()
}
