// A running server locks its data folder, so the backup tool requests a snapshot over the folder's
// socket and reads it in its own process. When the tool disconnects, the snapshot is removed.
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Database } from '#backend/database/database.ts'

export const snapshotRequest = 'snapshot'

/** The response, one JSON line. */
type Answer = { folder: string } | { error: string }

export async function sendSnapshot(database: Database, socket: Socket): Promise<void> {
  const answer = (line: Answer) => socket.write(`${JSON.stringify(line)}\n`)
  try {
    const { source, remove } = await database.snapshot()
    if (socket.destroyed || source.engine !== 'embedded') return await remove()
    socket.on('close', () => void remove())
    // Without a reader the stream would not notice that the peer has closed.
    socket.resume()
    answer({ folder: source.folder })
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) })
    socket.end()
  }
}

/** The folder of the snapshot, which exists while the socket is open. */
export async function readSnapshot(socket: Socket): Promise<string> {
  for await (const line of createInterface({ input: socket })) {
    const answer = JSON.parse(line) as Answer
    if ('error' in answer) throw new Error(answer.error)
    return answer.folder
  }
  throw new Error(
    'The running server gave no snapshot: it is stopping, or of an older version. Try again, or use the version that is running.',
  )
}
