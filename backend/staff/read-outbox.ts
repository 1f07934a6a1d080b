import type { StaffFunction } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'

export function readOutbox({ readOutbox: read }: Pick<StaffDeps, 'readOutbox'>): StaffFunction {
  return async function answerOutbox(c) {
    return c.json({ mails: read ? await read() : null })
  }
}
