// Buttons, and links that look like buttons. Site and dashboard set their own sizes: see button.css.
import type { ComponentPropsWithRef, MouseEvent } from 'react'

/**
 * `quote`: only for asking for a quote; `main`: the primary action of a form or dialog; `danger`:
 * deletes or removes something.
 */
export type ButtonKind = 'outline' | 'main' | 'quote' | 'quiet' | 'danger' | 'danger-quiet'

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  kind?: ButtonKind
  /** Ignores clicks but keeps the focus, which a disabled button would lose. */
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
