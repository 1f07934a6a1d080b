// Opens the port. System errors are reported in terms of the settings.
import type { Server } from 'node:http'
import type { ListenAddress } from './listen-address.ts'

/** Resolves to the port; with PORT=0 the system chooses it. */
export function listen(server: Server, address: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    // Stays: a connection that cannot be accepted later must not end the server.
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(describeFault(address, error), { cause: error })),
    )
    server.listen(address.port, address.host, () => {
      const listening = server.address()
      resolve(typeof listening === 'object' && listening ? listening.port : address.port)
    })
  })
}

function describeFault({ port, host }: ListenAddress, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken. Stop what uses it, or set PORT to another.`
    case 'EACCES':
      return `PORT ${port} may not be opened by this user: those below 1024 are for root. Set PORT to 3000, say, and put a proxy in front.`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return `HOST ${host} is no address of this machine. Set HOST to 127.0.0.1 for a proxy on this machine, or to 0.0.0.0 for all addresses.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is a name without an address. Set HOST to an address of this machine, such as 127.0.0.1.`
    default:
      return `HOST ${host} and PORT ${port} cannot be listened on: ${error.message}`
  }
}
