// Which of the chosen files can be attached, before any is sent.
import { maxAttachments, maxFileBytes, maxTotalBytes } from '#schemas/answer-files.ts'
import { formatBytes } from '../../../parts/format-bytes.ts'

export interface SizedFile {
  name: string
  size: number
}

export interface Choice<File extends SizedFile> {
  taken: File[]
  /** Why others are left out, one sentence each. */
  refusals: string[]
}

/** `present`: those attached already, and on their way. */
export function chooseFiles<File extends SizedFile>(
  present: SizedFile[],
  chosen: File[],
): Choice<File> {
  const taken: File[] = []
  const refusals: string[] = []
  for (const file of chosen) {
    const refusal = refuse([...present, ...taken], file)
    if (refusal) refusals.push(refusal)
    else taken.push(file)
  }
  return { taken, refusals }
}

function refuse(present: SizedFile[], { name, size }: SizedFile): string | undefined {
  if (size === 0) return `${name} is empty.`
  if (size > maxFileBytes) {
    return `${name} is too large: a file may have at most ${formatBytes(maxFileBytes)}.`
  }
  if (present.length >= maxAttachments) {
    return `${name} was left out: at most ${maxAttachments} files can be attached.`
  }
  const total = present.reduce((sum, one) => sum + one.size, size)
  if (total > maxTotalBytes) {
    return `${name} was left out: all files together may have at most ${formatBytes(maxTotalBytes)}.`
  }
  return undefined
}
