// What undoing the last publication means: the state before it, told in the history.
import type { SiteVersion } from '#schemas/tables.ts'
import type { Restoration } from './use-restore.ts'

type Version = Pick<SiteVersion, 'id' | 'summary'>

/** Versions with the newest first; before the first is the site as shipped. */
export function undoOf([latest, before]: readonly Version[]): Restoration {
  const isBack = latest !== undefined && isUndo(latest)
  return {
    version: before?.id ?? 0,
    message: isBack
      ? 'Brought back: visitors see it again'
      : 'Undone: visitors see the website as it was before',
    summary: (latest?.summary ?? []).map((line) =>
      (isUndone(line) ? `Brought back: ${line.slice(undone.length)}` : `${undone}${line}`).slice(
        0,
        300,
      ),
    ),
  }
}

const undone = 'Undone: '
const isUndone = (line: string) => line.startsWith(undone)

/** Undoing it brings back what was published before. */
export const isUndo = (version: Version) => version.summary.some(isUndone)
