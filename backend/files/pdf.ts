// Tells whether a file is a PDF by its two ends. It is not parsed: the program that opens it does that.
import { open } from 'node:fs/promises'
import type { Spooled } from './spool.ts'

export class PdfRefused extends Error {
  constructor() {
    super('The PDF is damaged or incomplete')
    this.name = 'PdfRefused'
  }
}

const signature = '%PDF-'
/** Readers look for the end in as many bytes: programs leave line breaks behind it. */
const tailBytes = 1024

export function startsAsPdf(head: Uint8Array): boolean {
  return Buffer.from(head).toString('latin1').startsWith(signature)
}

/** A file that broke off on its way has no end. */
export async function isWholePdf({ path, size, head }: Spooled): Promise<boolean> {
  if (!startsAsPdf(head)) return false
  const file = await open(path)
  try {
    const length = Math.min(size, tailBytes)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return /startxref\s+\d+\s+%%EOF/.test(buffer.toString('latin1'))
  } finally {
    await file.close()
  }
}
