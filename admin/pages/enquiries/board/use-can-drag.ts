import { useSyncExternalStore } from 'react'

const query = '(hover: hover) and (pointer: fine)'

/** With a mouse. On a touch screen dragging would get in the way of scrolling. */
export function useCanDrag(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
