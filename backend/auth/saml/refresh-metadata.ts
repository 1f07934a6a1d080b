// Identity providers rotate their keys. Metadata from a URL is fetched again every day; metadata
// given as a document stays until an administrator replaces it.
import type { Worker } from '../../jobs/job.ts'
import type { AuthDeps } from '../service.ts'
import { fetchMetadata } from './fetch-metadata.ts'
import { listProviders, replaceMetadata, type SsoProvider } from './providers.ts'

type Deps = Pick<AuthDeps, 'database' | 'now' | 'logError'>

/** None when SAML is off. */
export function samlWorkers(deps: Deps & Pick<AuthDeps, 'config'>): Worker[] {
  if (!deps.config.allowsSaml) return []
  const everyMs = 86_400_000
  return [{ kind: 'saml-metadata', concurrency: 1, everyMs, run: () => refreshMetadata(deps) }]
}

/** On failure the stored metadata stays, and the error is logged. */
export async function refreshMetadata({ database, now, logError }: Deps): Promise<void> {
  for (const provider of await listProviders(database)) {
    if (!provider.metadata_url) continue
    try {
      const xml = await readAgain(provider, provider.metadata_url)
      await replaceMetadata(database, provider.id, xml, now())
    } catch (error) {
      logError(error, { provider: provider.id })
    }
  }
}

async function readAgain({ entity_id: known }: SsoProvider, url: string): Promise<string> {
  const { readIdpMetadata } = await import('./idp-metadata.ts')
  const xml = await fetchMetadata(url)
  const { entityId } = readIdpMetadata(xml)
  if (entityId !== known) throw new Error(`${url} describes ${entityId}, not ${known}`)
  return xml
}
