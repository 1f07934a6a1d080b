// OpenID Connect Discovery: the provider's endpoints and keys, cached for an hour.
import * as v from 'valibot'
import { fetchWithinLimits } from '../../outgoing/limited-fetch.ts'

const cacheMs = 3_600_000

const Metadata = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  jwks_uri: v.string(),
  userinfo_endpoint: v.optional(v.string()),
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string())),
})
export type ProviderMetadata = v.InferOutput<typeof Metadata>

/** Fetched once an hour. When that fails, the previous metadata is used. */
export function discovery(issuer: string): () => Promise<ProviderMetadata> {
  let known: { metadata: ProviderMetadata; until: number } | undefined
  let pending: Promise<ProviderMetadata> | undefined

  async function refresh(): Promise<ProviderMetadata> {
    try {
      const metadata = await discover(issuer)
      known = { metadata, until: Date.now() + cacheMs }
      return metadata
    } catch (error) {
      if (known) return known.metadata
      throw error
    } finally {
      pending = undefined
    }
  }

  return async function metadata() {
    if (known && known.until > Date.now()) return known.metadata
    pending ??= refresh()
    return pending
  }
}

async function discover(issuer: string): Promise<ProviderMetadata> {
  const response = await fetchWithinLimits(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  )
  if (!response.ok) throw new Error(`${issuer} answered the discovery with ${response.status}`)
  const metadata = v.parse(Metadata, await response.json())
  // Metadata of another issuer could make its tokens count as this one's.
  if (metadata.issuer !== issuer) {
    throw new Error(`${issuer} calls itself ${metadata.issuer}`)
  }
  const addresses = [
    metadata.authorization_endpoint,
    metadata.token_endpoint,
    metadata.jwks_uri,
    ...(metadata.userinfo_endpoint ? [metadata.userinfo_endpoint] : []),
  ]
  const insecure = addresses.find((address) => !isAsSecureAs(issuer, address))
  if (insecure) throw new Error(`${issuer} names an address that is not secure: ${insecure}`)
  return metadata
}

function isAsSecureAs(issuer: string, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol } = new URL(address)
  return protocol === 'https:' || protocol === new URL(issuer).protocol
}
