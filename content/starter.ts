// The texts of a new page until the owner has written them. They may be previewed, not published.
import type { Problem } from './check-firm.ts'

export const starter = 'To write: '

export const isStarter = (text: string) => text.startsWith(starter.trim())

export function findStarters(key: string, body: unknown, path: PropertyKey[] = []): Problem[] {
  if (typeof body === 'string') {
    return isStarter(body) ? [{ key, path, message: 'is a starter text: write your own' }] : []
  }
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    findStarters(key, value, [...path, Array.isArray(body) ? Number(name) : name]),
  )
}
