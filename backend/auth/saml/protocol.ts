// The SAML protocol, using node-saml. Loaded at first use only (saml.ts), because the library is
// large and slow to load.
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

/** Our side of SAML. */
export interface ServiceProvider {
  entityId: string
  acsUrl: string
  /** PEM, like the certificate. */
  privateKey: string
  certificate: string
}

export const persistentName = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

export function ownMetadata({ entityId, acsUrl, privateKey, certificate }: ServiceProvider) {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    privateKey,
    publicCerts: certificate,
    identifierFormat: persistentName,
    wantAssertionsSigned: true,
    // Deterministic, so that the document can be cached and compared.
    generateUniqueId: () => '_metadata',
  })
}

/** The URL that carries our signed request. */
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

/** Throws an error whose message is for the log. */
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
  // Read only the signed part: anyone could have written the rest.
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
    // The signature of the response or of the assertion is enough; without any it is refused.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // The provider decides how users authenticate.
    disableRequestedAuthnContext: true,
    ...more,
  })
}
