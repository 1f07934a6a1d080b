// The protocol itself, by node-saml. Loaded at the first use only (saml.ts): it takes a tenth of a
// second and 15 MB that a company without single sign-on never needs.
import { generateServiceProviderMetadata, SAML, type SamlConfig } from '@node-saml/node-saml'
import {
  type Assertion,
  clockSkewMs,
  type Expected,
  readAssertion,
  requireEnvelope,
} from './assertion.ts'
import type { IdentityProvider } from './idp-metadata.ts'

export { readIssuer } from './assertion.ts'
export { readIdpMetadata } from './idp-metadata.ts'

/** What we are to an identity provider. */
export interface ServiceProvider {
  entityId: string
  acsUrl: string
  /** PEM, both. */
  privateKey: string
  certificate: string
}

export const persistentName = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

export function describeOurselves({ entityId, acsUrl, privateKey, certificate }: ServiceProvider) {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    privateKey,
    publicCerts: certificate,
    identifierFormat: persistentName,
    wantAssertionsSigned: true,
    // The document is the same each time, so that it can be cached and compared.
    generateUniqueId: () => '_metadata',
  })
}

/** Where a browser takes our signed request. */
export function signInUrl(
  own: ServiceProvider,
  idp: IdentityProvider,
  request: { id: string; relayState: string; nameIdFormat: string },
): Promise<string> {
  const saml = party(own, idp, {
    identifierFormat: request.nameIdFormat,
    generateUniqueId: () => request.id,
  })
  return saml.getAuthorizeUrlAsync(request.relayState, undefined, {})
}

/** Throws what is wrong with the answer, in words for the log. */
export async function readResponse(
  own: ServiceProvider,
  idp: IdentityProvider,
  samlResponse: string,
  expected: Expected,
): Promise<Assertion> {
  requireEnvelope(samlResponse, expected)
  const { profile } = await party(own, idp).validatePostResponseAsync({
    SAMLResponse: samlResponse,
  })
  // Only what was signed is read: whatever else the document holds may be anybody's.
  const signed = profile?.getAssertionXml?.()
  if (!signed) throw new Error('No signed assertion')
  return readAssertion(signed, expected)
}

function party(own: ServiceProvider, idp: IdentityProvider, more: Partial<SamlConfig> = {}): SAML {
  return new SAML({
    issuer: own.entityId,
    audience: own.entityId,
    callbackUrl: own.acsUrl,
    privateKey: own.privateKey,
    signatureAlgorithm: 'sha256',
    entryPoint: idp.signInUrl,
    idpCert: idp.certificates,
    acceptedClockSkewMs: clockSkewMs,
    // Either signature will do, of the answer or of the assertion in it; with none it is refused.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // How people prove themselves is the provider's affair.
    disableRequestedAuthnContext: true,
    ...more,
  })
}
