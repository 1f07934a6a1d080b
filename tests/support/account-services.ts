// Auth with every flow switched on, once with and once without autoconfirm, for steps of two people.
import type { Database } from '#backend/database/database.ts'
import { newHolder, type World } from './account-world.ts'
import { type AuthService, startAuth } from './auth-service.ts'
import { startOpenIdProvider } from './openid-provider.ts'

export interface AccountServices extends Record<'trusting' | 'careful', AuthService> {
  /** Two people and a contact that no world before had. */
  newWorld(service: 'trusting' | 'careful'): World
  close(): Promise<void>
}

export async function startAccountServices(database: Database): Promise<AccountServices> {
  const provider = await startOpenIdProvider(['http://localhost:3000/auth/v1/callback'])
  const everything = {
    allowsAnonymous: true,
    allowsPhone: true,
    isOauthServer: true,
    allowsManualLinking: true,
    allowsTotp: true,
    providers: [provider.settings],
  }
  const services = {
    trusting: await startAuth(database, everything),
    careful: await startAuth(database, { ...everything, autoconfirm: false }),
  }
  const { data } = await services.trusting.admin.oauth.createClient({
    client_name: 'Rota',
    redirect_uris: ['https://rota.example/back'],
  })
  let worlds = 0
  return {
    ...services,
    newWorld(name) {
      worlds += 1
      return {
        service: services[name],
        database,
        provider,
        clientId: data?.client_id ?? '',
        email: `owner-${worlds}@home.example`,
        phone: String(447_700_000_000 + worlds),
        held: { owner: newHolder('198.51.100.1'), stranger: newHolder('203.0.113.66') },
      }
    },
    close: () => provider.close(),
  }
}
