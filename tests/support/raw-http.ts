// Bytes that `fetch` would not send, to a running server, and everything that it answers until it
// hangs up or has nothing more to say.
import net from 'node:net'

const quietMs = 3_000

export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes))
    let answer = ''
    socket.setTimeout(quietMs, () => socket.destroy())
    socket.on('data', (data) => {
      answer += data.toString('latin1')
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', () => resolve(answer))
  })
}

/** The statuses of all the answers in what came back. */
export function statusesIn(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
}
