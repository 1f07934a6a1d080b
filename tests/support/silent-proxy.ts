// A TCP proxy that can let its connections die as a failover, a NAT table or a cut cable does: nobody
// is told. Bytes are taken and lead nowhere; connections that come later work.
import net from 'node:net'

export interface SilentProxy {
  port: number
  /** Every open connection is dead from now on, in both directions. */
  silence(): void
  /** Whether connections that are opened from now on work. */
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
    // The end of a connection is news as well, which a dead one does not pass on.
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

/** The address of a database as it is reached through the proxy. */
export async function throughSilentProxy(
  databaseUrl: string,
): Promise<{ proxy: SilentProxy; url: string }> {
  const url = new URL(databaseUrl)
  const proxy = await startSilentProxy(Number(url.port))
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}
