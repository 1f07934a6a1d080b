// A button that opens a menu in front of everything. Arrow keys, Home, End and the first letter move in
// it, Escape and Tab close it.
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button, type ButtonProps } from '#ui/button/button.tsx'

export interface MenuItem {
  key: string
  label: ReactNode
  /** A second, softer line. */
  detail?: string | undefined
  /** Undefined: it is an action, not a choice. */
  isChosen?: boolean
  onChoose(): void
}

export interface MenuGroup {
  name: string
  items: MenuItem[]
}

interface MenuProps extends ButtonProps {
  /** Of the menu itself. */
  name: string
  /** Read when it opens, so that a board of cards does not make a menu for each. */
  groups(): MenuGroup[]
}

export function Menu({ name, groups, ...button }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (isFocused = true) => {
    setIsOpen(false)
    if (isFocused) opener.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <Button
        {...button}
        ref={opener}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || event.altKey || isOpen) return
          event.preventDefault()
          event.stopPropagation()
          setIsOpen(true)
        }}
      />
      {isOpen && <Items name={name} groups={groups()} opener={opener.current} onClose={close} />}
    </>
  )
}

interface ItemsProps {
  name: string
  groups: MenuGroup[]
  opener: HTMLElement | null
  onClose(isFocused?: boolean): void
}

function Items({ name, groups, opener, onClose }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    if (!element || !opener) return
    element.showPopover()
    place(element, opener)
    const chosen = element.querySelector<HTMLElement>('[aria-checked=true]')
    ;(chosen ?? itemsOf(element)[0])?.focus({ preventScroll: true })
  }, [opener])
  useClosing(menu, opener, onClose)
  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={name}
      className="pop-menu"
      onKeyDown={(event) => moveInMenu(event, onClose)}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
        <div key={group.name} role="group" aria-label={group.name} className="pop-menu-group">
          {group.items.map(({ key, label, detail, isChosen, onChoose }) => (
            <button
              key={key}
              type="button"
              {...(isChosen === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemradio', 'aria-checked': isChosen })}
              tabIndex={-1}
              className="pop-menu-item"
              onClick={() => {
                onClose()
                onChoose()
              }}
            >
              <span>{label}</span>
              {detail && <span className="soft pop-menu-detail">{detail}</span>}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

/** A press elsewhere closes it; when the page scrolls it stays at its button. */
function useClosing(
  menu: React.RefObject<HTMLElement | null>,
  opener: HTMLElement | null,
  onClose: ItemsProps['onClose'],
): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const isInside = ({ target }: Event) =>
      target instanceof Node && (menu.current?.contains(target) || opener?.contains(target))
    const onPress = (event: Event) => isInside(event) || latest.current(false)
    const follow = () => menu.current && opener && place(menu.current, opener)
    const options = { capture: true }
    document.addEventListener('pointerdown', onPress, options)
    document.addEventListener('scroll', follow, options)
    addEventListener('resize', follow)
    return () => {
      document.removeEventListener('pointerdown', onPress, options)
      document.removeEventListener('scroll', follow, options)
      removeEventListener('resize', follow)
    }
  }, [menu, opener])
}

const margin = 8

/** Below its button, or above where there is more room. */
function place(element: HTMLElement, opener: HTMLElement): void {
  const button = opener.getBoundingClientRect()
  element.style.maxHeight = ''
  const { width, height } = element.getBoundingClientRect()
  const below = innerHeight - button.bottom - margin
  const isBelow = below >= height || below >= button.top - margin
  const room = isBelow ? below : button.top - margin
  element.style.maxHeight = `${room}px`
  element.style.top = `${isBelow ? button.bottom + 4 : Math.max(margin, button.top - 4 - Math.min(height, room))}px`
  const rightmost = document.documentElement.clientWidth - width - margin
  element.style.left = `${Math.max(margin, Math.min(button.left, rightmost))}px`
}

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('.pop-menu-item')]

function moveInMenu(event: KeyboardEvent<HTMLElement>, onClose: ItemsProps['onClose']): void {
  // Neither the board nor the record behind it acts on these keys.
  event.stopPropagation()
  const items = itemsOf(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = targetOf(event.key, items, at)
  if (next) {
    event.preventDefault()
    next.focus()
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    if (event.key === 'Escape') event.preventDefault()
    onClose()
  }
}

function targetOf(key: string, items: HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length]
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default: {
      if (key.length !== 1 || key === ' ') return undefined
      const rest = [...items.slice(at + 1), ...items.slice(0, at + 1)]
      return rest.find(({ textContent }) =>
        textContent?.toLowerCase().startsWith(key.toLowerCase()),
      )
    }
  }
}
