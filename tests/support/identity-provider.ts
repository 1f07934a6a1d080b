// A SAML identity provider (samlify) for tests: it verifies our signed request against our metadata,
// and signs its response.
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import * as samlify from 'samlify'
import { selfSigned } from './self-signed.ts'

samlify.setSchemaValidator({ validate: async () => 'not checked against the schema' })

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

export interface Worker {
  /** The provider's permanent id of the user. */
  id: string
  email: string
  fullName?: string
  groups?: string[]
}

/** Deviations of a faulty or malicious provider. */
export interface Tampering {
  audience?: string
  recipient?: string
  destination?: string
  issuer?: string
  inResponseTo?: string
  assertionId?: string
  status?: string
  nameIdFormat?: string
  /** Seconds from now. */
  begins?: number
  ends?: number
  /** When the session should end, in seconds from now. */
  sessionEnds?: number
  signs?: 'assertion' | 'response'
  algorithm?: string
}

export interface Answer {
  SAMLResponse: string
  RelayState: string
}

export interface IdentityProvider {
  entityId: string
  metadata: string
  /** Follows our redirect and signs the worker in. */
  answer(url: string, spMetadata: string, worker: Worker, tampering?: Tampering): Promise<Answer>
  /** Sends an unsolicited response (IdP-initiated sign-in). */
  send(spMetadata: string, worker: Worker, tampering?: Tampering): Promise<Answer>
}

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** Generating a key takes longer than a test: providers share one, and the impostor has another. */
const keys = { usual: makeKey(), impostor: makeKey() }

export function makeIdentityProvider(
  entityId = `https://idp-${randomUUID()}.example/metadata`,
  key: keyof typeof keys = 'usual',
): IdentityProvider {
  const privateKey = keys[key]
  const metadata = metadataOf(entityId, privateKey)
  const provider = (algorithm = rsaSha256) =>
    samlify.IdentityProvider({
      metadata,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      requestSignatureAlgorithm: algorithm,
    })

  async function respond(
    spMetadata: string,
    fields: Fields,
    tampering: Tampering,
  ): Promise<string> {
    const sp = samlify.ServiceProvider({
      metadata:
        tampering.signs === 'response'
          ? spMetadata.replace('WantAssertionsSigned="true"', 'WantAssertionsSigned="false"')
          : spMetadata,
    })
    const acs = String(sp.entityMeta.getAssertionConsumerService('post'))
    const context = writeResponse(
      { ...fields, acs, audience: sp.entityMeta.getEntityID() },
      tampering,
    )
    const made = await provider(tampering.algorithm).createLoginResponse(
      sp,
      { extract: {} },
      'post',
      {},
      { customTagReplacement: () => ({ id: fields.id, context }) },
    )
    return made.context
  }

  return {
    entityId,
    metadata,
    async answer(url, spMetadata, worker, tampering = {}) {
      const { searchParams } = new URL(url)
      const query = Object.fromEntries(searchParams)
      const signed = ['SAMLRequest', 'RelayState', 'SigAlg']
      const asked = await provider().parseLoginRequest(
        samlify.ServiceProvider({ metadata: spMetadata }),
        'redirect',
        {
          query,
          octetString: signed
            .map((key) => `${key}=${encodeURIComponent(query[key] ?? '')}`)
            .join('&'),
        },
      )
      const requestId = String(asked.extract.request?.id)
      const fields = { id: `_${randomUUID()}`, issuer: entityId, requestId, worker }
      return {
        SAMLResponse: await respond(spMetadata, fields, tampering),
        RelayState: query.RelayState ?? '',
      }
    },
    async send(spMetadata, worker, tampering = {}) {
      const fields = { id: `_${randomUUID()}`, issuer: entityId, requestId: '', worker }
      return { SAMLResponse: await respond(spMetadata, fields, tampering), RelayState: '' }
    },
  }
}

function metadataOf(entityId: string, privateKey: KeyObject): string {
  const certificate = selfSigned(privateKey, 'idp.example').replace(/-----[^-]+-----|\n/g, '')
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <IDPSSODescriptor WantAuthnRequestsSigned="true"
      protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
      Location="https://idp.example/sign-in?tenant=hopyard"/>
  </IDPSSODescriptor>
</EntityDescriptor>`
}

interface Fields {
  id: string
  issuer: string
  requestId: string
  worker: Worker
}

function writeResponse(
  fields: Fields & { acs: string; audience: string },
  tampering: Tampering,
): string {
  const at = (seconds = 0) => new Date(Date.now() + seconds * 1000).toISOString()
  const issuer = `<saml:Issuer>${tampering.issuer ?? fields.issuer}</saml:Issuer>`
  const requestId = tampering.inResponseTo ?? fields.requestId
  const inResponseTo = requestId ? ` InResponseTo="${requestId}"` : ''
  const ends = at(tampering.ends ?? 300)
  const status = tampering.status ?? 'Success'
  const format = tampering.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
  const session = tampering.sessionEnds ? ` SessionNotOnOrAfter="${at(tampering.sessionEnds)}"` : ''
  return [
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
    ` xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${fields.id}" Version="2.0"`,
    ` IssueInstant="${at()}" Destination="${tampering.destination ?? fields.acs}"${inResponseTo}>`,
    issuer,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/>`,
    `</samlp:Status><saml:Assertion ID="${tampering.assertionId ?? `_${randomUUID()}`}"`,
    ` Version="2.0" IssueInstant="${at()}">`,
    issuer,
    `<saml:Subject><saml:NameID Format="${format}">${fields.worker.id}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData NotOnOrAfter="${ends}"`,
    ` Recipient="${tampering.recipient ?? fields.acs}"${inResponseTo}/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${at(tampering.begins)}" NotOnOrAfter="${ends}">`,
    `<saml:AudienceRestriction><saml:Audience>${tampering.audience ?? fields.audience}`,
    '</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
    `<saml:AuthnStatement AuthnInstant="${at()}" SessionIndex="_1"${session}><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    '</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    '<saml:AttributeStatement>',
    attribute('mail', [fields.worker.email]),
    attribute('displayName', fields.worker.fullName ? [fields.worker.fullName] : []),
    attribute('groups', fields.worker.groups ?? []),
    '</saml:AttributeStatement></saml:Assertion></samlp:Response>',
  ].join('')
}

function attribute(name: string, values: string[]): string {
  if (values.length === 0) return ''
  const written = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
  return `<saml:Attribute Name="${name}">${written.join('')}</saml:Attribute>`
}
