// The photographs of one enquiry: shrinks them one after the other, uploads them, tries again after a
// failure, and gives what arrives late to the enquiry once that was sent.
import { type PhotoProblem, photoProblems } from '#schemas/photo-problems.ts'
import { attachUploads, requestAddress, sendPhoto, type UploadAddress } from './send-photo.ts'
import { NotReadable, shrink } from './shrink.ts'

export interface Photo {
  key: number
  name: string
  state: 'reading' | 'sending' | 'waiting' | 'uploaded' | 'added' | 'refused'
  thumbnail?: string
  /** 0 to 1 */
  progress: number
  problem?: string
}

/** A photograph that has arrived, as the tab remembers it. */
export interface KeptPhoto {
  id: string
  name: string
  thumbnail: string
}

export interface PhotoQueue {
  add(files: File[]): void
  /** After a reload. */
  restore(kept: KeptPhoto[]): void
  kept(): KeptPhoto[]
  remove(key: number): void
  /** Ids of what has arrived, to be sent with the enquiry. */
  uploads(): string[]
  /** The enquiry is sent, with these uploads: the others follow. */
  follow(token: string, sent: string[]): void
  subscribe(listener: () => void): () => void
  photos(): Photo[]
}

interface Work {
  /** Not there after a reload. */
  file?: File
  left: AbortController
  address?: UploadAddress
}

const maxSending = 2
const firstDelayMs = 1_000
const maxDelayMs = 30_000
/** A weak signal carries less: when nothing has arrived twice, a smaller picture is sent. */
const sizes = {
  usual: { side: 2048, quality: 0.82 },
  smaller: { side: 1280, quality: 0.7 },
} as const
const triesBeforeSmaller = 2

export function createQueue(room: number, token?: string): PhotoQueue {
  let photos: Photo[] = []
  let enquiryToken = token
  let nextKey = 1
  let sending = 0
  let reading = Promise.resolve()
  const work = new Map<number, Work>()
  const listeners = new Set<() => void>()
  const due: number[] = []

  function change(key: number, changes: Partial<Photo>): void {
    photos = photos.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo))
    for (const listener of listeners) listener()
  }
  function refuse(key: number, problem: PhotoProblem): void {
    work.delete(key)
    change(key, { state: 'refused', problem: photoProblems[problem] })
  }

  async function read(key: number): Promise<void> {
    const mine = work.get(key)
    if (!mine?.file) return
    // Counted now: a file that cannot be read takes no room.
    const taken = photos.filter(({ state }) => state !== 'reading' && state !== 'refused')
    if (taken.length >= room) return refuse(key, 'too_many')
    try {
      const { blob, thumbnail } = await shrink(mine.file, sizes.usual.side, sizes.usual.quality)
      change(key, { thumbnail, state: 'waiting' })
      due.push(key)
      void sendNext(new Map([[key, blob]]))
    } catch (error) {
      refuse(key, error instanceof NotReadable ? error.problem : 'damaged')
    }
  }

  /** Shrunk pictures are made again rather than kept: eight would fill a telephone's memory. */
  async function sendNext(ready = new Map<number, Blob>()): Promise<void> {
    if (sending >= maxSending) return
    const key = due.shift()
    if (key === undefined) return
    sending += 1
    await send(key, ready.get(key)).catch(() => refuse(key, 'unavailable'))
    sending -= 1
    void sendNext()
  }

  async function send(key: number, ready?: Blob): Promise<void> {
    let blob = ready
    let isSmaller = false
    for (let tries = 0; ; tries += 1) {
      const mine = work.get(key)
      if (!mine?.file) return
      change(key, { state: 'sending' })
      const before = mine.address?.arrived ?? 0
      if (!blob) blob = (await shrink(mine.file, sizes.usual.side, sizes.usual.quality)).blob
      // Unknown is not nothing: the server may have most of it.
      const hasNone = !mine.address?.resumeUrl || mine.address.arrived === 0
      if (tries >= triesBeforeSmaller && hasNone && !isSmaller) {
        isSmaller = true
        blob = (await shrink(mine.file, sizes.smaller.side, sizes.smaller.quality)).blob
        delete mine.address
        change(key, { progress: 0 })
      }
      const result = await attempt(mine, blob, (progress) => change(key, { progress }))
      if (!work.has(key)) return
      // As long as something arrives it goes on soon, and with the same picture.
      if ((mine.address?.arrived ?? 0) > before) tries = 0
      if (result === 'sent') return arrived(key)
      if (result === 'renew') {
        delete mine.address
        continue
      }
      if ('problem' in result) return refuse(key, result.problem)
      change(key, { state: 'waiting' })
      await delay(Math.max(result.retryMs ?? 0, backOff(tries)), mine.left.signal)
    }
  }

  async function attempt(mine: Work, blob: Blob, onProgress: (part: number) => void) {
    if (!mine.address) {
      const address = await requestAddress(blob.size)
      if (address === 'renew' || !('url' in address)) return address
      mine.address = address
    }
    return sendPhoto(mine.address, { blob, onProgress, signal: mine.left.signal })
  }

  async function arrived(key: number): Promise<void> {
    change(key, { state: 'uploaded', progress: 1 })
    if (enquiryToken) await attach(key, enquiryToken)
  }

  async function attach(key: number, to: string): Promise<void> {
    const id = work.get(key)?.address?.id
    for (let tries = 0; id; tries += 1) {
      const attached = await attachUploads(to, [id])
      if (attached === 'expired') return refuse(key, 'ended')
      if (attached?.includes(id)) return change(key, { state: 'added' })
      if (attached) return refuse(key, 'too_many')
      await delay(backOff(tries))
    }
  }

  /** Of an enquiry that was sent: a visitor who leaves would lose what is on its way. */
  function confirmLeaving(event: BeforeUnloadEvent): void {
    if (photos.some(({ state }) => state !== 'added' && state !== 'refused')) event.preventDefault()
  }

  return {
    add(files) {
      for (const file of files) {
        // Chosen twice is meant once.
        if ([...work.values()].some((one) => one.file && isSame(one.file, file))) continue
        const key = nextKey
        nextKey += 1
        const photo: Photo = { key, name: file.name, state: 'reading', progress: 0 }
        photos = [...photos, photo]
        work.set(key, { file, left: new AbortController() })
        reading = reading.then(() => read(key))
        change(key, {})
      }
    },
    restore(kept) {
      for (const { id, ...photo } of kept) {
        const key = nextKey
        nextKey += 1
        work.set(key, { left: new AbortController(), address: { id, url: '' } })
        photos = [...photos, { ...photo, key, state: 'uploaded', progress: 1 }]
      }
      for (const listener of listeners) listener()
    },
    kept: () =>
      photos.flatMap(({ key, name, state, thumbnail = '' }) => {
        const id = work.get(key)?.address?.id
        return state === 'uploaded' && id ? [{ id, name, thumbnail }] : []
      }),
    remove(key) {
      work.get(key)?.left.abort()
      work.delete(key)
      photos = photos.filter((photo) => photo.key !== key)
      for (const listener of listeners) listener()
    },
    uploads: () =>
      photos.flatMap(({ key, state }) => {
        const id = work.get(key)?.address?.id
        return state === 'uploaded' && id ? [id] : []
      }),
    follow(newToken, sent) {
      enquiryToken = newToken
      photos = photos.filter(({ state }) => state !== 'refused')
      addEventListener('beforeunload', confirmLeaving)
      for (const { key, state } of photos) {
        const id = work.get(key)?.address?.id
        if (state !== 'uploaded' || !id) continue
        if (sent.includes(id)) change(key, { state: 'added' })
        else void attach(key, newToken)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    photos: () => photos,
  }
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

function backOff(tries: number): number {
  return Math.min(maxDelayMs, firstDelayMs * 2 ** tries) * (0.75 + Math.random() / 2)
}

/** Ends early when the signal is back. */
function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal?.addEventListener('abort', end)
  })
}
