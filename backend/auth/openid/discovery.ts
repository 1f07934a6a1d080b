// What a provider says about itself: where to send browsers, where to fetch tokens and keys.
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

/** Asks once an hour. A provider that does not answer then is believed what it said before. */
export function discovery(issuer: string): () => Promise<ProviderMetadata> {
  let known: { metadata: ProviderMetadata; until: number } | undefined
  let asking: Promise<ProviderMetadata> | undefined

  async function ask(): Promise<ProviderMetadata> {
    try {
      const metadata = await discover(issuer)
      known = { metadata, until: Date.now() + cacheMs }
      return metadata
    } catch (error) {
      if (known) return known.metadata
      throw error
    } finally {
      asking = undefined
    }
  }

  return async function metadata() {
    if (known && known.until > Date.now()) return known.metadata
    asking ??= ask()
    return asking
  }
}

async function discover(issuer: string): Promise<ProviderMetadata> {
  const answer = await fetchWithinLimits(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  )
  if (!answer.ok) throw new Error(`${issuer} answered the discovery with ${answer.status}`)
  const metadata = v.parse(Metadata, await answer.json())
  // Whoever answers for another issuer could have its tokens taken for this one's.
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
