// Where the product listens, for itself and for the check whether it answers.
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

/** From the machine itself: a server that listens on all addresses is reached on the loopback. */
export function urlOf({ port, host }: ListenAddress): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
