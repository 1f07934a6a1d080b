// Buttons, and links that look like them. How large they are is the room's choice: see button.css.
import type { ComponentPropsWithRef } from 'react'

/**
 * `quote` asks for a quote, and nothing else does; `main` does what its form or dialog is there for;
 * `danger` takes something away.
 */
export type ButtonKind = 'outline' | 'main' | 'quote' | 'quiet' | 'danger' | 'danger-quiet'

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  kind?: ButtonKind
}

export function Button({ kind, className, type = 'button', ...props }: ButtonProps) {
  return <button {...props} type={type} className={buttonClass(kind, className)} />
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
