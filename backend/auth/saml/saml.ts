// Our SAML 2.0 service provider, created at first use.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { loadOrCreateSecret } from '../../caller/keys.ts'
import { externalUrl, type Service } from '../service.ts'
import type { ServiceProvider } from './protocol.ts'

export type Protocol = typeof import('./protocol.ts')

export interface Saml {
  own: ServiceProvider
  protocol: Protocol
}

export type OpenSaml = () => Promise<Saml>

export function openSaml(service: Service): OpenSaml {
  let opened: Promise<Saml> | undefined
  return function openOnce() {
    opened ??= open(service).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}

async function open(service: Service): Promise<Saml> {
  const [protocol, own] = await Promise.all([import('./protocol.ts'), serviceProvider(service)])
  return { protocol, own }
}

/** The same URLs as the official service, so that an existing provider configuration works here. */
async function serviceProvider(service: Service): Promise<ServiceProvider> {
  const address = `${externalUrl(service)}/sso/saml`
  const privateKey =
    service.config.samlKey ?? (await loadOrCreateSecret(service.database, 'saml_key', makeKey))
  const { hostname } = new URL(service.siteUrl)
  const { selfSigned } = await import('./certificate.ts')
  return {
    entityId: `${address}/metadata`,
    acsUrl: `${address}/acs`,
    privateKey,
    certificate: selfSigned(createPrivateKey(privateKey), hostname),
  }
}

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return privateKey
}
