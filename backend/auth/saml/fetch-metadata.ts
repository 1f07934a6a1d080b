// Fetches an identity provider's metadata from its URL.
import { readBounded } from '../../http/bounded-body.ts'
import { badRequest, validationFailed } from '../problems.ts'
import { isLoopback } from '../redirects.ts'

const timeoutMs = 5_000
/** The limit of xml.ts, which is not loaded here. */
const maxBytes = 262_144

export function requireMetadataUrl(text: string): void {
  if (!URL.canParse(text)) throw validationFailed('metadata_url is not a valid URL')
  const { protocol, hostname } = new URL(text)
  // An attacker who can change the metadata can sign in as any user, so TLS is required except on
  // loopback.
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  if (!isSafe) throw validationFailed('metadata_url is not a HTTPS URL')
}

export async function fetchMetadata(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { Accept: 'application/samlmetadata+xml, application/xml, text/xml' },
    // A redirect would bypass the check of the URL.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw fetchFailed(`Unable to fetch SAML Metadata from URL '${url}'`, cause)
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw fetchFailed(`HTTP ${response.status} error fetching SAML Metadata from URL '${url}'`)
  }
  return readText(response, url)
}

async function readText(response: Response, url: string): Promise<string> {
  const bytes = await readBounded(response.body, maxBytes)
  if (!bytes) throw fetchFailed(`SAML Metadata from URL '${url}' is too large`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw validationFailed(
      'SAML Metadata XML contains invalid UTF-8 characters, which are not supported at this time',
    )
  }
}

const fetchFailed = (message: string, cause?: unknown) =>
  badRequest('saml_metadata_fetch_failed', message, cause)
