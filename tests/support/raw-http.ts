// Sends raw bytes, which `fetch` would refuse, and reads until the server closes or falls silent.
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

/** The statuses of all responses. */
export function statusesIn(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
}
