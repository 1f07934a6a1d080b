// A key that does something while no field has the focus.
import { useEffect, useRef } from 'react'
import { areShortcutsOn } from './shortcut-setting.ts'

export function useShortcut(key: string, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  }, [act])
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { ctrlKey, altKey, metaKey, defaultPrevented } = event
      if (event.key !== key || ctrlKey || altKey || metaKey || defaultPrevented) return
      if (!areShortcutsOn() || isTyping(event.target) || document.querySelector('dialog[open]'))
        return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [key])
}

/** A key pressed in a list of options chooses one of them. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  )
}
