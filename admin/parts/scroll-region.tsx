// A horizontally scrolling region, reachable by keyboard, with a hint while there is more to see.
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface ScrollRegionProps {
  label: string
  className?: string
  children: ReactNode
}

export function ScrollRegion({ label, className = '', children }: ScrollRegionProps) {
  const region = useRef<HTMLElement>(null)
  const [hidden, setHidden] = useState({ left: false, right: false })
  useEffect(() => {
    const element = region.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const left = scrollLeft > 1
      const right = scrollLeft + clientWidth < scrollWidth - 1
      setHidden((before) =>
        before.left === left && before.right === right ? before : { left, right },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  return (
    <div
      className="scroll-frame"
      data-more-left={hidden.left || undefined}
      data-more-right={hidden.right || undefined}
    >
      {(hidden.left || hidden.right) && (
        <p className="soft scroll-hint">Scroll sideways to see every column.</p>
      )}
      <section
        ref={region}
        className={`scroll-region ${className}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        {children}
      </section>
    </div>
  )
}
