/** Saves text as a download. */
export function saveFile(name: string, type: string, parts: string[]): void {
  saveBlob(name, new Blob(parts, { type: `${type};charset=utf-8` }))
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
