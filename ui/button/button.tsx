// Buttons, and links that look like buttons. Site and dashboard set their own sizes: see button.css.
import type { ComponentPropsWithRef, MouseEvent } from 'react'

/**
 * `quote`: only for asking for a quote; `main`: the primary action of a form or dialog; `danger`:
 * deletes or removes something.
 */
export type ButtonKind = 'outline' | 'main' | 'quote' | 'quiet' | 'danger' | 'danger-quiet'

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  kind?: ButtonKind
  /**
   * For buttons that save. While true they ignore clicks but keep the focus, which a disabled button would
   * lose; and of a double click they always ignore the second, which may come before they are busy.
   */
  isBusy?: boolean
}

export function Button({ kind, className, type = 'button', isBusy, ...props }: ButtonProps) {
  const saves = isBusy !== undefined && {
    'aria-disabled': isBusy || undefined,
    onClick(event: MouseEvent<HTMLButtonElement>) {
      if (isBusy || event.detail > 1) event.preventDefault()
      else props.onClick?.(event)
    },
  }
  return <button {...props} {...saves} type={type} className={buttonClass(kind, className)} />
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
