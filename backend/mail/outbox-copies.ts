// Finds and removes single emails in the outbox, for exporting and erasing personal data.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutboxMail } from './outbox.ts'

export interface OutboxCopy {
  /** The name of its files. */
  id: string
  /** Undefined when only the .eml file was written. */
  mail: OutboxMail | undefined
}

const kinds = /\.(eml|json|tmp)$/

/** The copies with these names, and those whose content matches. */
export async function findCopies(
  folder: string,
  names: string[],
  matches: (content: string) => boolean,
): Promise<OutboxCopy[]> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => kinds.test(name))
  const ids = [...new Set(files.map((name) => name.replace(kinds, '')))]
  const copies: OutboxCopy[] = []
  for (const id of ids) {
    const shown = await read(folder, `${id}.json`)
    const content = shown ?? (await read(folder, `${id}.eml`)) ?? (await read(folder, `${id}.tmp`))
    if (!names.includes(id) && !matches(content ?? '')) continue
    copies.push({ id, mail: shown === undefined ? undefined : JSON.parse(shown) })
  }
  return copies
}

/** The copies with these names, in that order; undefined where there is none. */
export function readOutboxMails(
  folder: string,
  names: string[],
): Promise<(OutboxMail | undefined)[]> {
  return Promise.all(
    names.map(async (name) => {
      const shown = await read(folder, `${name}.json`)
      return shown === undefined ? undefined : JSON.parse(shown)
    }),
  )
}

export async function removeCopies(folder: string, ids: string[]): Promise<void> {
  for (const id of ids) {
    for (const kind of ['json', 'eml', 'tmp']) {
      await rm(join(folder, `${id}.${kind}`), { force: true })
    }
  }
}

/** The file may have been removed or renamed since the folder was read. */
const read = (folder: string, name: string): Promise<string | undefined> =>
  readFile(join(folder, name), 'utf8').catch(() => undefined)
