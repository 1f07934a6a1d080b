// The state of two people and one email address: what each holds, and how they call the service.
import { randomUUID } from 'node:crypto'
import type { Database } from '#backend/database/database.ts'
import type { AuthService } from './auth-service.ts'
import type { Authenticator } from './authenticator.ts'
import type { TestProvider } from './openid-provider.ts'

export type Who = 'owner' | 'stranger'

export interface Held {
  password: string
  network: string
  sessions: { id: string; access: string; refresh: string }[]
  passkeys: { device: Authenticator; credential: string }[]
  factors: string[]
  /** Ids of identities at the provider. */
  subjects: string[]
}

/** The model's state, independent of how the service stores it. */
export interface Model {
  hasProved: boolean
  hasPhoneProved: boolean
}

export interface World {
  service: AuthService
  database: Database
  provider: TestProvider
  clientId: string
  email: string
  phone: string
  held: Record<Who, Held>
}

export function newHolder(network: string): Held {
  const password = `chosen-${randomUUID()}`
  return { password, network, sessions: [], passkeys: [], factors: [], subjects: [] }
}
export function ask(
  { service, held }: World,
  who: Who,
  path: string,
  body?: object,
  token?: string,
  method = 'POST',
): Promise<Response> {
  return service.request(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'x-test-address': held[who].network,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** Stores the session of a response, if it has one. */
export async function keep(world: World, who: Who, answer: Response): Promise<boolean> {
  const body = await answer.json().catch(() => ({}))
  return keepTokens(world, who, body.access_token, body.refresh_token)
}

export function keepTokens(
  world: World,
  who: Who,
  access?: string | null,
  refresh?: string | null,
) {
  if (!access || !refresh) return false
  const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())
  world.held[who].sessions.push({ id: claims.session_id, access, refresh })
  return true
}

export const lastSession = ({ held }: World, who: Who) => held[who].sessions.at(-1)
