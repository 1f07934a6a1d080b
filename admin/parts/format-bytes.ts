/** "640 B", "12 kB", "2.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`
  const [size, unit] =
    bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${size.toLocaleString('en-GB', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`
}
