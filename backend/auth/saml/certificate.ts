// A self-signed certificate for our signing key: SAML metadata carries public keys as certificates,
// and identity providers check neither issuer nor dates. Node can read certificates but not create
// them. Load this file at first use only.
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

const oids = { commonName: '2.5.4.3', sha256WithRsa: '1.2.840.113549.1.1.11' }
/** Only the key matters, and an expiry date would one day lock users out. */
const validity = { notBefore: new Date('1970-01-01Z'), notAfter: new Date('2170-01-01Z') }

/** Deterministic, so that every instance shows the same certificate. */
export function selfSigned(privateKey: KeyObject, name: string): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const algorithm = new AlgorithmIdentifier({ algorithm: oids.sha256WithRsa, parameters: null })
  const holder = new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({
        type: oids.commonName,
        value: new AttributeValue({ utf8String: name }),
      }),
    ]),
  ])
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(publicKey),
    signature: algorithm,
    issuer: holder,
    validity: new Validity(validity),
    subject: holder,
    subjectPublicKeyInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), privateKey)
  return asPem(
    new Certificate({
      tbsCertificate,
      signatureAlgorithm: algorithm,
      signatureValue: new Uint8Array(signature).buffer,
    }),
  )
}

/** Positive and without leading zeros, as DER requires. */
function serialNumber(publicKey: Buffer): ArrayBuffer {
  const digest = new Uint8Array(createHash('sha256').update(publicKey).digest().subarray(0, 8))
  digest[0] = ((digest[0] ?? 0) & 0x3f) | 0x40
  return digest.buffer
}

function asPem(certificate: Certificate): string {
  const base64 = Buffer.from(AsnConvert.serialize(certificate)).toString('base64')
  const lines = base64.match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
