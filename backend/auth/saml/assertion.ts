// Reads the signed assertion of a SAML response, and checks that it is for us, still valid, and a
// response to our request.
import {
  childOf,
  childrenOf,
  isNamed,
  namespaces,
  parseXml,
  responseLimits,
  textOf,
} from './xml.ts'

/** Clock skew, as much as the official service allows. */
export const clockSkewMs = 180_000

export interface Assertion {
  id: string
  nameId: { value: string; format: string }
  /** In document order; names may repeat. */
  attributes: { name: string; friendlyName: string; values: string[] }[]
  /** The end of the assertion's validity. */
  expiresAt: Date
  /** The end of the session, as set by the provider. */
  sessionEndsAt: Date | undefined
}

export interface Expected {
  entityId: string
  acsUrl: string
  /** Undefined when the identity provider started the sign-in. */
  requestId: string | undefined
  now: Date
}

/** The issuer named in the response, not yet verified. */
export function readIssuer(samlResponse: string): string {
  const response = parseXml(decode(samlResponse), responseLimits)
  const issuer = childOf(response, 'assertion', 'Issuer')
  const [assertion] = childrenOf(response, 'assertion', 'Assertion')
  return textOf(issuer ?? childOf(assertion, 'assertion', 'Issuer'))
}

export function decode(samlResponse: string): string {
  return Buffer.from(samlResponse, 'base64').toString('utf8')
}

/** Checks the response around the assertion. It need not be signed, but its values must match. */
export function requireEnvelope(
  samlResponse: string,
  { entityId, acsUrl, requestId }: Expected,
): void {
  const response = parseXml(decode(samlResponse), responseLimits)
  if (!isNamed(response, 'protocol', 'Response')) throw new Error('Not a SAML response')
  const destination = response.getAttribute('Destination')
  if (destination && destination !== acsUrl) throw new Error(`Sent to ${destination}`)
  const inResponseTo = response.getAttribute('InResponseTo') || undefined
  if (inResponseTo !== requestId) throw new Error('The answer to another request')
  const issuer = childOf(response, 'assertion', 'Issuer')
  if (issuer && textOf(issuer) !== entityId) throw new Error(`Issued by ${textOf(issuer)}`)
  const status = childOf(childOf(response, 'protocol', 'Status'), 'protocol', 'StatusCode')
  const code = status?.getAttribute('Value') ?? ''
  if (code !== 'urn:oasis:names:tc:SAML:2.0:status:Success') throw new Error(`Status ${code}`)
  requireStrongSignatures(response)
}

/** SHA-1 collisions can be produced, so it is refused. */
function requireStrongSignatures(response: Element): void {
  const algorithms = ['SignatureMethod', 'DigestMethod']
    .flatMap((name) => Array.from(response.getElementsByTagNameNS(namespaces.signature, name)))
    .map((method) => method.getAttribute('Algorithm') ?? '')
  if (algorithms.some((name) => /sha1$/i.test(name))) throw new Error('Signed with SHA-1')
}

/** `xml` is the signed assertion alone; conditions and audience were checked with the signature. */
export function readAssertion(xml: string, expected: Expected): Assertion {
  const assertion = parseXml(xml, responseLimits)
  if (!isNamed(assertion, 'assertion', 'Assertion')) throw new Error('Not a SAML assertion')
  const id = assertion.getAttribute('ID')
  if (!id) throw new Error('An assertion without an ID')
  const issuer = textOf(childOf(assertion, 'assertion', 'Issuer'))
  if (issuer !== expected.entityId) throw new Error(`The assertion was issued by ${issuer}`)
  const subject = childOf(assertion, 'assertion', 'Subject')
  const nameId = childOf(subject, 'assertion', 'NameID')
  const [statement] = childrenOf(assertion, 'assertion', 'AuthnStatement')
  return {
    id,
    nameId: { value: textOf(nameId), format: nameId?.getAttribute('Format') ?? '' },
    attributes: childrenOf(assertion, 'assertion', 'AttributeStatement').flatMap(readAttributes),
    expiresAt: confirmedUntil(subject, expected),
    sessionEndsAt: readTime(statement, 'SessionNotOnOrAfter'),
  }
}

/** Bearer confirmation: valid for us, not expired, and for our request. */
function confirmedUntil(subject: Element | undefined, expected: Expected): Date {
  const confirmations = subject ? childrenOf(subject, 'assertion', 'SubjectConfirmation') : []
  const times = confirmations.flatMap((confirmation) => {
    const data = childOf(confirmation, 'assertion', 'SubjectConfirmationData')
    const until = readTime(data, 'NotOnOrAfter')
    const isBearer = confirmation.getAttribute('Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
    const isOurs = data?.getAttribute('Recipient') === expected.acsUrl
    const isAnswer = (data?.getAttribute('InResponseTo') || undefined) === expected.requestId
    return isBearer && isOurs && isAnswer && until ? [until] : []
  })
  const last = new Date(Math.max(...times.map((time) => time.getTime())) + clockSkewMs)
  // Without any time the comparison is false too.
  if (!(last > expected.now)) throw new Error('No confirmation that is for us and still good')
  return last
}

function readAttributes(statement: Element): Assertion['attributes'] {
  return childrenOf(statement, 'assertion', 'Attribute').map((attribute) => ({
    name: attribute.getAttribute('Name') ?? '',
    friendlyName: attribute.getAttribute('FriendlyName') ?? '',
    values: childrenOf(attribute, 'assertion', 'AttributeValue').map(textOf),
  }))
}

function readTime(element: Element | undefined, name: string): Date | undefined {
  const time = Date.parse(element?.getAttribute(name) ?? '')
  return Number.isNaN(time) ? undefined : new Date(time)
}
