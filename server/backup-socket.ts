// A running server holds its data folder, so the backup tool asks it for the copy over the folder's
// socket. The lines are kept in memory first: the embedded database serves nobody else while it is
// read, and a slow reader must not make everybody wait.
import type { Socket } from 'node:net'
import { writeBackup } from '#backend/database/backup.ts'
import type { Database } from '#backend/database/database.ts'

export async function sendBackup(database: Database, socket: Socket): Promise<void> {
  try {
    const lines: string[] = []
    await writeBackup(database, (line) => {
      lines.push(line)
    })
    for (const line of lines) {
      if (!socket.write(`${line}\n`)) await drained(socket)
    }
    socket.end()
  } catch {
    // The reader notices that the last line is missing.
    socket.destroy()
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('drain', resolve)
    socket.once('close', () => reject(new Error('The reader went away')))
  })
}
