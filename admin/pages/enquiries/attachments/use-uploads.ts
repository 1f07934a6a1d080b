// Files on their way to the server, and those that did not get there. What was stored is the draft's.
import { useEffect, useRef, useState } from 'react'
import type { AttachedFile } from '#schemas/answer-files.ts'
import { CallError } from '../../../api.ts'
import { toMessage } from '../../../errors.ts'
import { newKey } from '../answer.ts'
import { type ForEnquiry, storeFile } from './answer-files.ts'

export interface Upload {
  /** The same when it is tried again, so that it is stored once. */
  id: string
  file: File
  /** From 0 to 1. */
  share: number
  error: string | undefined
  /** False for a file that the server will never take. */
  mayRetry: boolean
}

export interface Uploads {
  uploads: Upload[]
  start(files: File[]): void
  retry(id: string): void
  cancel(id: string): void
}

/** The server will never take the file. A slow connection or a session that ended may pass. */
const finalStatuses = [400, 403, 409, 413, 415]

export function useUploads(enquiryId: ForEnquiry, onStored: (file: AttachedFile) => void): Uploads {
  const [uploads, setUploads] = useState<Upload[]>([])
  const running = useRef(new Map<string, AbortController>())
  const last = useRef(Promise.resolve())
  // A form that is closed takes no more files: its draft may be written by another by then.
  useEffect(() => {
    const started = running.current
    return () => {
      for (const abort of started.values()) abort.abort()
    }
  }, [])

  const update = (id: string, changed: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)))
  const drop = (id: string) => setUploads((all) => all.filter((one) => one.id !== id))

  /** One after another: the customer gets them in the order in which they were chosen. */
  function enqueue(upload: Pick<Upload, 'id' | 'file'>): void {
    const abort = new AbortController()
    running.current.set(upload.id, abort)
    last.current = last.current.then(() => send(upload, abort.signal))
  }

  async function send(
    { id, file }: Pick<Upload, 'id' | 'file'>,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return
    try {
      const onProgress = (share: number) => update(id, { share })
      const stored = await storeFile(enquiryId, { id, file }, { onProgress, signal })
      if (signal.aborted) return
      drop(id)
      onStored(stored)
    } catch (error) {
      if (signal.aborted) return
      const isRefused = error instanceof CallError && finalStatuses.includes(error.status)
      const words = 'The file could not be sent. Check the connection.'
      update(id, { error: toMessage(error, words), mayRetry: !isRefused })
    } finally {
      running.current.delete(id)
    }
  }

  return {
    uploads,
    start(files) {
      const added = files.map((file) => ({
        ...{ id: newKey(), file, share: 0, error: undefined, mayRetry: true },
      }))
      setUploads((all) => [...all, ...added])
      for (const upload of added) enqueue(upload)
    },
    retry(id) {
      const upload = uploads.find((one) => one.id === id)
      if (!upload) return
      update(id, { error: undefined, share: 0 })
      enqueue(upload)
    },
    cancel(id) {
      running.current.get(id)?.abort()
      drop(id)
    },
  }
}
