// GET /sso/saml/metadata: our service provider metadata.
import type { Endpoint } from '../context.ts'
import type { OpenSaml } from './saml.ts'

export function samlMetadata(openSaml: OpenSaml): Endpoint {
  return async function readSamlMetadata(c) {
    const { protocol, own } = await openSaml()
    const isDownload = c.req.query('download') === 'true'
    return c.body(protocol.ownMetadata(own), 200, {
      'Content-Type': 'application/xml',
      'Cache-Control': 'public, max-age=600',
      ...(isDownload ? { 'Content-Disposition': 'attachment; filename="metadata.xml"' } : {}),
    })
  }
}
