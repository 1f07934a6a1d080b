// Formats amounts for people.

export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`
  return `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`
}

export function formatDuration(seconds: number): string {
  if (seconds < 90) return formatCount(Math.round(seconds), 'second')
  if (seconds < 5400) return formatCount(Math.round(seconds / 60), 'minute')
  if (seconds < 129_600) return formatCount(Math.round(seconds / 3600), 'hour')
  return formatCount(Math.round(seconds / 86_400), 'day')
}

export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
