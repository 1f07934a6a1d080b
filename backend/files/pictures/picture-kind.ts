// Tells by the first bytes whether an upload can be a picture, before a decoder sees it.
import type { RefusalReason } from './picture-task.ts'

/** How many of the first bytes are needed. */
export const signatureLength = 16

/** Undefined for JPEG, PNG and WebP. */
export function findWrongKind(head: Uint8Array): RefusalReason | undefined {
  const text = Buffer.from(head.subarray(0, signatureLength)).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return undefined
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return undefined
  if (/^RIFF.{4}WEBP/s.test(text)) return undefined
  // What an iPhone keeps; its browser sends JPEG where a form asks for it.
  return /^.{4}ftyp(heic|heix|hevc|hevx|mif1|msf1)/s.test(text) ? 'heic' : 'not_a_picture'
}
