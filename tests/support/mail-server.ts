// A real SMTP server whose mood can be changed while it runs.
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** refusing: answers 451 to every message; dropping: hangs up in the middle of one. */
export type Mood = 'fine' | 'refusing' | 'dropping' | 'slow'

export interface MailServer {
  url: string
  /** Everything that was taken over, repeats included. */
  received: Email[]
  raw: string[]
  mood: Mood
  /** How many messages were begun. */
  attempts: number
  /** No new connections are answered; open ones are cut. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

const slowMs = 3_000

export async function startMailServer(): Promise<MailServer> {
  let server: SMTPServer | undefined
  let port = 0
  const state: MailServer = {
    url: '',
    received: [],
    raw: [],
    mood: 'fine',
    attempts: 0,
    async goDown() {
      const running = server
      server = undefined
      if (!running) return
      for (const connection of running.connections) connection.close()
      await new Promise<void>((resolve) => running.close(resolve))
    },
    async comeBack() {
      if (!server) server = await listen()
    },
    close: () => state.goDown(),
  }

  function listen(): Promise<SMTPServer> {
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      closeTimeout: 500,
      onData(stream, session, callback) {
        state.attempts += 1
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (state.mood !== 'dropping') return
          for (const connection of smtp.connections) {
            const { id, close } = connection as unknown as { id: string; close(): void }
            if (id === session.id) close.call(connection)
          }
        })
        stream.on('end', async () => {
          if (state.mood === 'refusing') {
            return callback(Object.assign(new Error('Try again later'), { responseCode: 451 }))
          }
          if (state.mood === 'dropping') return callback(new Error('gone'))
          if (state.mood === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
          const raw = Buffer.concat(chunks)
          state.raw.push(raw.toString())
          state.received.push(await PostalMime.parse(raw))
          callback()
        })
      },
    })
    smtp.on('error', () => {})
    return new Promise((resolve) => {
      smtp.listen(port, '127.0.0.1', () => {
        port = (smtp.server.address() as AddressInfo).port
        resolve(smtp)
      })
    })
  }

  server = await listen()
  state.url = `smtp://127.0.0.1:${port}`
  return state
}
