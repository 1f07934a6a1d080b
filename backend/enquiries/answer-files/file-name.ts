// The name under which a customer gets a file: one line without a path, and with the ending of what
// the file is.
import { maxFileName } from '#schemas/answer-files.ts'

const endings: Record<string, RegExp> = {
  'application/pdf': /\.pdf$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/webp': /\.webp$/i,
}
const newEnding: Record<string, string> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
}
const knownEnding = /\.(pdf|jpe?g|png|webp)$/i

export function cleanFileName(sent: string, contentType: string): string {
  const base = onlyName(sent)
  if (endings[contentType]?.test(base)) return shorten(base)
  return shorten(`${base.replace(knownEnding, '') || 'file'}${newEnding[contentType] ?? ''}`)
}

function onlyName(sent: string): string {
  const last = sent.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  return (
    last
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      // Marks of direction can hide an ending; the others mean something to a file system.
      .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      .replaceAll(/[<>:"|?*]/g, '-')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/^[.\s]+|[.\s]+$/g, '')
  )
}

/** The ending stays. */
function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= maxFileName) return name
  const ending = [...(/\.\w{3,4}$/.exec(name)?.[0] ?? '')]
  return [...characters.slice(0, maxFileName - ending.length), ...ending].join('')
}
