// A consistent copy of the database for a tool, taken while the server is running.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '#backend/database/database.ts'
import { lockFolder, requestFromHolder } from '#backend/database/embedded/folder-lock.ts'
import { copyFolder, prepareSnapshot } from '#backend/database/embedded/snapshot.ts'
import type { DatabaseSettings } from '#server/config.ts'
import { readSnapshot, snapshotRequest } from '#server/snapshot-socket.ts'

export async function takeSnapshot({ databaseUrl, dataDir }: DatabaseSettings): Promise<Snapshot> {
  if (databaseUrl) {
    return { source: { engine: 'postgres', url: databaseUrl }, remove: async () => {} }
  }
  // A running server locks the embedded database: request a snapshot from it.
  const server = await requestFromHolder(dataDir, snapshotRequest)
  const folder = server ? await readSnapshot(server) : await copyStopped(dataDir)
  return {
    source: { engine: 'embedded', folder },
    async remove() {
      server?.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The database is not opened: any damage stays as it is. */
async function copyStopped(dataDir: string): Promise<string> {
  const lock = await lockFolder(dataDir, (_, socket) => socket.end())
  try {
    const folder = join(dataDir, 'database')
    const copy = await prepareSnapshot(folder)
    copyFolder(folder, copy)
    return copy
  } finally {
    await lock.release()
  }
}
