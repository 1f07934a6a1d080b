// A TCP proxy as a weak signal: a connection whose request has the given text breaks some bytes later,
// as often as wanted.
import net from 'node:net'

export interface BreakingProxy {
  url: string
  /** Breaks that are still to come. */
  breaks: number
  close(): Promise<void>
}

export async function startBreakingProxy(
  target: string,
  { text, afterBytes, breaks }: { text: string; afterBytes: number; breaks: number },
): Promise<BreakingProxy> {
  const { port } = new URL(target)
  const sockets = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), '127.0.0.1')
    let left = Number.POSITIVE_INFINITY
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    far.pipe(near)
    near.on('data', (bytes) => {
      if (proxy.breaks > 0 && left === Number.POSITIVE_INFINITY && bytes.includes(text)) {
        left = afterBytes
      }
      left -= bytes.length
      far.write(bytes)
      if (left > 0 || proxy.breaks === 0) return
      proxy.breaks -= 1
      near.pause()
      // What came before has been received by then, as on a line that brings a little at a time.
      setTimeout(() => near.destroy(), 200)
    })
  })
  const proxy: BreakingProxy = {
    url: '',
    breaks,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return proxy
}
