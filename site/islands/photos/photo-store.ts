// One queue of photographs and its code, loaded on first use. The queue that enquiry forms share is
// remembered by the tab: what has arrived survives a reload and a look at another page.
import { readTab, writeTab } from '../../hydration/tab-storage.ts'
import type { KeptPhoto, PhotoQueue } from './photo-queue.ts'

export type LoadedPhotos = typeof import('./photo-list.tsx') & { queue: PhotoQueue }

/** The session storage key. */
export const sharedStorageKey = 'enquiry-photos'

interface Kept {
  arrived: KeptPhoto[]
  /** The number of those still on their way. */
  left: number
}

export function createStore(room: number, storageKey?: string, token?: string) {
  let loading: Promise<LoadedPhotos> | undefined
  let loaded: LoadedPhotos | undefined
  const listeners = new Set<() => void>()
  function set(now: LoadedPhotos | undefined): void {
    loaded = now
    for (const listener of listeners) listener()
  }

  function load(): Promise<LoadedPhotos> {
    loading ??= start()
    return loading
  }
  async function start(): Promise<LoadedPhotos> {
    try {
      const module = await import('./photo-list.tsx')
      const ready = { ...module, queue: module.createQueue(room, token) }
      ready.queue.subscribe(() => keep(ready.queue))
      set(ready)
      return ready
    } catch (error) {
      // The next one tries again.
      loading = undefined
      throw error
    }
  }

  let written = ''
  function keep(queue: PhotoQueue): void {
    const arrived = queue.kept()
    const left = queue.photos().filter(({ state }) => isOnItsWay(state)).length
    const changed = `${left} ${arrived.map(({ id }) => id)}`
    if (!storageKey || queue !== loaded?.queue || changed === written) return
    written = changed
    const isEmpty = arrived.length + left === 0
    writeTab(storageKey, isEmpty ? undefined : JSON.stringify({ arrived, left } satisfies Kept))
  }

  return {
    load,
    current: () => loaded,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Tells how many had not arrived. Only once: other forms of the page find the queue itself. */
    async restore(): Promise<number> {
      const kept = storageKey && !loading && readTab(storageKey)
      if (!kept) return 0
      const { arrived, left } = JSON.parse(kept) as Kept
      if (arrived.length > 0) {
        const { queue } = await load()
        queue.restore(arrived)
      } else if (storageKey) writeTab(storageKey, undefined)
      return left
    },
    forget(): void {
      loading = undefined
      written = ''
      if (storageKey) writeTab(storageKey, undefined)
      set(undefined)
    },
  }
}

const isOnItsWay = (state: string) => ['reading', 'sending', 'waiting'].includes(state)
