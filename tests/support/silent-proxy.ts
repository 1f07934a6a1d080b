// A TCP proxy whose connections can die silently, as after a failover, an expired NAT entry or a cut
// cable: bytes are accepted and dropped, and neither end is notified. Later connections work.
import net from 'node:net'

export interface SilentProxy {
  port: number
  /** Makes every open connection dead, in both directions. */
  silence(): void
  /** Whether new connections work. */
  isOpen: boolean
  close(): Promise<void>
}

export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const links = new Set<Link>()
  const sockets = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const link = { near, isSilent: !proxy.isOpen }
    links.add(link)
    watch(near)
    if (link.isSilent) {
      near.resume()
      return
    }
    const far = net.connect(targetPort, '127.0.0.1')
    watch(far)
    connect(link, near, far)
    connect(link, far, near)
  })

  function watch(socket: net.Socket): void {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }

  function connect(link: Link, from: net.Socket, to: net.Socket): void {
    from.on('data', (bytes) => {
      if (!link.isSilent) to.write(bytes)
    })
    // A dead connection does not pass on its end either.
    from.on('close', () => {
      if (!link.isSilent) to.destroy()
    })
  }

  const proxy: SilentProxy = {
    port: 0,
    isOpen: true,
    silence() {
      for (const link of links) link.isSilent = true
      links.clear()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.port = (server.address() as net.AddressInfo).port
  return proxy
}

interface Link {
  near: net.Socket
  isSilent: boolean
}

/** The URL of a database through the proxy. */
export async function throughSilentProxy(
  databaseUrl: string,
): Promise<{ proxy: SilentProxy; url: string }> {
  const url = new URL(databaseUrl)
  const proxy = await startSilentProxy(Number(url.port))
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}
