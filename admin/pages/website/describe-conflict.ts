// What the owner reads when a draft is another than the one that was edited. The server names keys and
// UTC; the owner sees names and a clock.
import { CallError } from '../../api.ts'

/** As the server gives them. */
interface Saved {
  /** 0: there is no draft any more. */
  revision: number
  updated_by: string | null
  updated_by_name: string | null
  updated_at: string | null
}

export interface ConflictText {
  /** "Cleo saved this at 17:46." */
  message: string
  /** Whose the other text is. */
  other: 'colleague' | 'own' | 'published'
}

/** Undefined for any other error. */
export function describeConflict(
  error: unknown,
  ownId: string | undefined,
  now = new Date(),
): ConflictText | undefined {
  if (!(error instanceof CallError) || error.status !== 409) return undefined
  const { revision, updated_by, updated_by_name, updated_at } = (error.details ?? {}) as Saved
  if (!revision) {
    return { message: 'This draft was published or discarded meanwhile.', other: 'published' }
  }
  const at = updated_at ? ` ${timeOf(new Date(updated_at), now)}` : ''
  if (updated_by && updated_by === ownId) {
    return { message: `You saved this in another window${at}.`, other: 'own' }
  }
  const name = updated_by_name ?? 'A colleague whose account is gone'
  return { message: `${name} saved this${at}.`, other: 'colleague' }
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** "at 17:46", and on which day if it was another. */
function timeOf(moment: Date, now: Date): string {
  const on = day.format(moment) === day.format(now) ? '' : ` on ${day.format(moment)}`
  return `at ${clock.format(moment)}${on}`
}
