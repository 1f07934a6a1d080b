// The listening address, for the server and for its health check.
import { type Environment, readNumber, readText } from './environment.ts'

export interface ListenAddress {
  port: number
  host: string
}

export function readListenAddress(env: Environment): ListenAddress {
  return {
    port: readNumber(env, 'PORT', 3000, { min: 0, max: 65_535 }),
    host: readText(env, 'HOST', '127.0.0.1'),
  }
}

/** The URL from the same machine: a server on all addresses is reached on loopback. */
export function urlOf({ port, host }: ListenAddress): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
