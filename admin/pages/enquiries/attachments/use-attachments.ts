// The attachments of one draft: choosing, dropping, pasting and removing them.
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import type { AttachedFile } from '#schemas/answer-files.ts'
import { type ForEnquiry, storedFilesQuery, takeBack } from './answer-files.ts'
import { chooseFiles, type SizedFile } from './choice.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

export type ChangeFiles = (change: (files: AttachedFile[]) => AttachedFile[]) => void

export interface Attachments extends Omit<Uploads, 'start'> {
  files: AttachedFile[]
  /** Files of the draft that the server has no more. */
  gone: string[]
  /** Why some of the last choice were left out. */
  refusals: string[]
  /** The last thing that happened, for screen readers. */
  announcement: string
  isDraggedOver: boolean
  /** All are stored: the answer can go. */
  isReady: boolean
  add(files: File[]): Promise<void>
  remove(file: AttachedFile): void
  /** For the form: files can be dropped and pasted anywhere in it. */
  form: {
    onDragOver(event: DragEvent): void
    onDragLeave(event: DragEvent): void
    onDrop(event: DragEvent): void
    onPaste(event: ClipboardEvent): void
  }
}

export function useAttachments(
  enquiryId: ForEnquiry,
  files: AttachedFile[],
  change: ChangeFiles,
): Attachments {
  const [refusals, setRefusals] = useState<string[]>([])
  const [announcement, setAnnouncement] = useState('')
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const { uploads, start, retry, cancel } = useUploads(enquiryId, (file) => {
    change((before) => [...before, file])
    setAnnouncement(`${file.name} is attached`)
  })
  const { data: stored } = useQuery(storedFilesQuery(files.map(({ id }) => id)))
  const gone = stored ? files.filter(({ id }) => !stored.includes(id)).map(({ id }) => id) : []

  // Others may have been attached while photographs were made smaller.
  const present = useRef<SizedFile[]>([])
  present.current = [...files, ...uploads.map(({ file }) => file)]

  async function add(chosen: File[]): Promise<void> {
    const sendable = await Promise.all(chosen.map(shrinkPhoto))
    const choice = chooseFiles(present.current, sendable)
    setRefusals(choice.refusals)
    start(choice.taken)
  }

  return {
    ...{ files, gone, uploads, refusals, announcement, isDraggedOver, retry, add },
    isReady: uploads.length === 0 && gone.length === 0,
    cancel(id) {
      setRefusals([])
      cancel(id)
      // It may have arrived just before the button was pressed.
      change((before) => before.filter((one) => one.id !== id))
      void takeBack(id)
    },
    remove({ id, name }) {
      setRefusals([])
      change((before) => before.filter((one) => one.id !== id))
      setAnnouncement(`${name} is removed`)
      void takeBack(id)
    },
    form: {
      onDragOver(event) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsDraggedOver(true)
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsDraggedOver(false)
      },
      onDrop(event) {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        setIsDraggedOver(false)
        void add([...event.dataTransfer.files])
      },
      onPaste(event) {
        const { files: pasted, types } = event.clipboardData
        // A text processor puts a picture beside the copied text.
        if (pasted.length === 0 || types.includes('text/plain')) return
        event.preventDefault()
        void add([...pasted])
      },
    },
  }
}
