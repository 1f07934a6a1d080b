import { useCallback, useRef, useState } from 'react'

/** A ref for an element, and its size as it changes. */
export function useElementSize() {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const observer = useRef<ResizeObserver>(undefined)
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    if (!element) return
    observer.current = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setSize({ width, height })
    })
    observer.current.observe(element)
  }, [])
  return [ref, size] as const
}
