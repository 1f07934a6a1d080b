// A real SMTP server whose behaviour can be changed while it runs.
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * refusing: responds 451 to every message; quoting: responds 554 with the text of the message;
 * dropping: disconnects in the middle of one; the others respond with their code, to the sender, the
 * recipient or the message.
 */
export type Behaviour =
  | 'fine'
  | 'refusing'
  | 'dropping'
  | 'slow'
  | 'sender-550'
  | 'recipient-450'
  | 'recipient-550'
  | 'recipient-530'
  | 'message-554'
  | 'quoting'

export interface MailServer {
  url: string
  /** All accepted emails, repeats included. */
  received: Email[]
  raw: string[]
  behaviour: Behaviour
  /** The only recipient to refuse; default: every recipient. */
  onlyRefused: string | undefined
  /** Runs when a message is complete, before the response. */
  onWhole: (() => Promise<void>) | undefined
  /** Number of messages started. */
  attempts: number
  /** Refuses new connections and closes open ones. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

const slowMs = 3_000
const closeTimeoutMs = 500

function refusal(behaviour: Behaviour, place: string): Error | null {
  const [refused, code] = behaviour.split('-')
  if (refused !== place) return null
  return Object.assign(new Error(`No such ${place} here`), { responseCode: Number(code) })
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  let server: SMTPServer | undefined
  let port = 0
  const state: MailServer = {
    url: '',
    received: [],
    raw: [],
    behaviour: 'fine',
    onlyRefused: undefined,
    onWhole: undefined,
    attempts: 0,
    async goDown() {
      const running = server
      server = undefined
      if (!running) return
      for (const connection of running.connections) connection.close()
      // A client that does not end its side would keep the server open for minutes.
      const cutOff = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, closeTimeoutMs)
      await new Promise<void>((resolve) => running.close(resolve))
      clearTimeout(cutOff)
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
      closeTimeout: closeTimeoutMs,
      onMailFrom: (_address, _session, callback) => callback(refusal(state.behaviour, 'sender')),
      onRcptTo({ address }, _session, callback) {
        const isRefused = !state.onlyRefused || state.onlyRefused === address
        callback(isRefused ? refusal(state.behaviour, 'recipient') : null)
      },
      onData(stream, session, callback) {
        state.attempts += 1
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (state.behaviour !== 'dropping') return
          for (const connection of smtp.connections) {
            const { id, close } = connection as unknown as { id: string; close(): void }
            if (id === session.id) close.call(connection)
          }
        })
        stream.on('end', async () => {
          await state.onWhole?.()
          if (state.behaviour === 'refusing') {
            return callback(Object.assign(new Error('Try again later'), { responseCode: 451 }))
          }
          const refused = refusal(state.behaviour, 'message')
          if (refused) return callback(refused)
          if (state.behaviour === 'quoting') {
            const { text = '' } = await PostalMime.parse(Buffer.concat(chunks))
            const quoted = new Error(text.replaceAll(/\s+/g, ' ').slice(0, 480))
            return callback(Object.assign(quoted, { responseCode: 554 }))
          }
          if (state.behaviour === 'dropping') return callback(new Error('gone'))
          if (state.behaviour === 'slow')
            await new Promise((resolve) => setTimeout(resolve, slowMs))
          const raw = Buffer.concat(chunks)
          state.raw.push(raw.toString())
          state.received.push(await PostalMime.parse(raw))
          callback()
        })
      },
    })
    smtp.on('error', () => {})
    smtp.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
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
