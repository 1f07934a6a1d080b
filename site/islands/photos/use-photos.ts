// The photographs of a form. Their code is loaded when the first one is chosen or dropped.
import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { maxPhotos } from '#schemas/enquiry-photos.ts'
import { showNotice } from '../../hydration/notices.ts'
import type { Photo, PhotoQueue } from './photo-queue.ts'
import { createStore, type LoadedPhotos, sharedStorageKey } from './photo-store.ts'

const notLoaded = {
  title: 'Photos not added',
  text: 'There seems to be no signal. Please choose them again when it is back.',
  isError: true,
}

/** All enquiry forms of a page share their photographs, as they share the draft. */
const shared = createStore(maxPhotos, sharedStorageKey)

export interface PrivatePhotos {
  room: number
  token: string
}

/** `own`: for the form of an enquiry that has been sent already. */
export function usePhotos(own?: PrivatePhotos) {
  const [store] = useState(() => (own ? createStore(own.room, undefined, own.token) : shared))
  const loaded = useSyncExternalStore(store.subscribe, store.current, () => undefined)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function add(files: File[]): Promise<void> {
    if (files.length === 0) return
    // Empty, so that the same file can be chosen again, and no photograph is taken twice.
    if (input.current) input.current.value = ''
    try {
      const { queue } = await store.load()
      queue.add(files)
    } catch {
      showNotice(notLoaded)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once: chosen before the form was hydrated
  useEffect(() => {
    void add([...(input.current?.files ?? [])])
  }, [])

  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    input,
    add,
    loaded,
    /** At this moment: some may be chosen while the enquiry is being sent. */
    current: store.current,
    /** How many had not arrived before a reload. */
    restore: store.restore,
    /** For an enquiry that is sent: the next one begins without. What is on its way goes on. */
    take(): LoadedPhotos | undefined {
      const taken = store.current()
      store.forget()
      return taken
    },
    drop: {
      'data-drop': isOver || undefined,
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (!hasFiles(event)) return
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
