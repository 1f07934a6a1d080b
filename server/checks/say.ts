// Amounts as people say them.

export function sayBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`
  return `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`
}

export function sayDuration(seconds: number): string {
  if (seconds < 90) return sayCount(Math.round(seconds), 'second')
  if (seconds < 5400) return sayCount(Math.round(seconds / 60), 'minute')
  if (seconds < 129_600) return sayCount(Math.round(seconds / 3600), 'hour')
  return sayCount(Math.round(seconds / 86_400), 'day')
}

export function sayCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
