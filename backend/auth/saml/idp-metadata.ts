// Reads an identity provider's metadata: its entity id, sign-in URL and signing certificates.
import { X509Certificate } from 'node:crypto'
import { validationFailed } from '../problems.ts'
import { childOf, childrenOf, isNamed, metadataLimits, parseXml, textOf } from './xml.ts'

export interface IdentityProvider {
  entityId: string
  signInUrl: string
  /** PEM. More than one during a key rotation. */
  certificates: string[]
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

export function readIdpMetadata(xml: string): IdentityProvider {
  const entity = findEntity(xml)
  const entityId = entity.getAttribute('entityID') ?? ''
  if (!entityId) throw validationFailed('SAML Metadata does not contain an EntityID')
  const [descriptor, second] = childrenOf(entity, 'metadata', 'IDPSSODescriptor')
  if (!descriptor) {
    throw validationFailed('SAML Metadata does not contain any IDPSSODescriptor')
  }
  if (second) throw validationFailed('SAML Metadata contains multiple IDPSSODescriptors')
  return {
    entityId,
    signInUrl: readSignInUrl(descriptor),
    certificates: readCertificates(descriptor),
  }
}

function findEntity(xml: string): Element {
  const root = parse(xml)
  if (isNamed(root, 'metadata', 'EntityDescriptor')) return root
  // Some providers wrap the single entity in a list.
  const [only, second] = childrenOf(root, 'metadata', 'EntityDescriptor')
  if (!only || second) throw validationFailed('SAML Metadata does not contain one EntityDescriptor')
  return only
}

function parse(xml: string): Element {
  try {
    return parseXml(xml, metadataLimits)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason'
    throw validationFailed(`SAML Metadata is not valid: ${reason}`)
  }
}

function readSignInUrl(descriptor: Element): string {
  const service = childrenOf(descriptor, 'metadata', 'SingleSignOnService').find(
    (candidate) => candidate.getAttribute('Binding') === redirectBinding,
  )
  const url = service?.getAttribute('Location') ?? ''
  // A browser is redirected there, so only http and https are allowed.
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw validationFailed(
      'SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding',
    )
  }
  return url
}

function readCertificates(descriptor: Element): string[] {
  const certificates = childrenOf(descriptor, 'metadata', 'KeyDescriptor')
    // A key without `use` is for signing and encryption.
    .filter((key) => ['signing', '', null].includes(key.getAttribute('use')))
    .flatMap((key) => childrenOf(key, 'signature', 'KeyInfo'))
    .flatMap((info) => childrenOf(info, 'signature', 'X509Data'))
    .map((data) => readCertificate(textOf(childOf(data, 'signature', 'X509Certificate'))))
  if (certificates.length === 0) {
    throw validationFailed('SAML Metadata does not contain a signing certificate')
  }
  return certificates
}

function readCertificate(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch {
    throw validationFailed('SAML Metadata contains a certificate that cannot be read')
  }
}
