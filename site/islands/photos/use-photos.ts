// Loads the code for photographs when the first one is chosen or dropped.
import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { showNotice } from '../../hydration/notices.ts'
import type { Photo, PhotoQueue } from './photo-queue.ts'

type Loaded = typeof import('./photo-list.tsx') & { queue: PhotoQueue }

const notLoaded = {
  title: 'Photos not added',
  text: 'There seems to be no signal. Please choose them again when it is back.',
  isError: true,
}

export function usePhotos(room: number, token?: string) {
  const [loaded, setLoaded] = useState<Loaded>()
  const loading = useRef<Promise<Loaded>>(undefined)
  const input = useRef<HTMLInputElement>(null)

  async function add(files: File[]): Promise<void> {
    if (files.length === 0) return
    // Empty, so that the same file can be chosen again, and no photograph is taken twice.
    if (input.current) input.current.value = ''
    try {
      loading.current ??= import('./photo-list.tsx').then((module) => {
        const ready = { ...module, queue: module.createQueue(room, token) }
        setLoaded(ready)
        return ready
      })
      const { queue } = await loading.current
      queue.add(files)
    } catch {
      loading.current = undefined
      showNotice(notLoaded)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once: chosen before the form was hydrated
  useEffect(() => {
    void add([...(input.current?.files ?? [])])
  }, [])

  return {
    input,
    add,
    loaded,
    /** For the next enquiry; what is still being uploaded goes on. */
    reset() {
      loading.current = undefined
      setLoaded(undefined)
    },
    drop: {
      onDragOver: (event: DragEvent) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        void add([...event.dataTransfer.files])
      },
    },
  }
}

const none: Photo[] = []
const noQueue = { subscribe: () => () => {}, photos: () => none }

/** The photographs of a queue, if it is loaded, as they change. */
export function useQueuedPhotos(queue: PhotoQueue | undefined): Photo[] {
  const { subscribe, photos } = queue ?? noQueue
  return useSyncExternalStore(subscribe, photos, noQueue.photos)
}
