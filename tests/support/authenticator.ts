// A software authenticator: it makes real keys and signs what a browser would pass to it, or what
// none would.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface Authenticator {
  /** The result of `navigator.credentials.create()`. */
  create(options: CreationOptions, tampering?: Tampering): CreationAnswer
  /** The result of `navigator.credentials.get()`. */
  get(options: RequestOptions, tampering?: Tampering): RequestAnswer
}

interface CreationOptions {
  challenge: string
  rp: { id?: string }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  rpId?: string
}

/** Deviations of a malicious page or device. */
export interface Tampering {
  origin?: string
  rpId?: string
  signCount?: number
  isUserVerified?: boolean
  userHandle?: string
  challenge?: string
  key?: KeyObject
}

const answer = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
})
export type CreationAnswer = ReturnType<typeof answer> & {
  response: { clientDataJSON: string; attestationObject: string; transports: 'internal'[] }
}
export type RequestAnswer = ReturnType<typeof answer> & {
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle: string
  }
}

export function makeAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let userHandle = ''
  let signCount = 0

  return {
    create({ challenge, rp, user }, tampering = {}) {
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const data = authenticatorData({ rpId: rp.id ?? '', signCount, ...tampering }, attested)
      return {
        ...answer(id),
        response: {
          clientDataJSON: clientData('webauthn.create', { challenge, origin, ...tampering }),
          attestationObject: Buffer.concat([
            cborMap(3),
            cborText('fmt'),
            cborText('none'),
            cborText('attStmt'),
            cborMap(0),
            cborText('authData'),
            cborBytes(data),
          ]).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId = '' }, tampering = {}) {
      signCount = tampering.signCount ?? signCount + 1
      const data = authenticatorData({ rpId, ...tampering, signCount })
      const clientDataJSON = clientData('webauthn.get', { challenge, origin, ...tampering })
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      return {
        ...answer(id),
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, tampering.key ?? privateKey).toString('base64url'),
          userHandle: tampering.userHandle ?? userHandle,
        },
      }
    },
  }
}

function clientData(type: string, { challenge, origin }: { challenge: string; origin: string }) {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
    'base64url',
  )
}

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 }

function authenticatorData(
  { rpId, signCount, isUserVerified = true }: Tampering & { rpId: string; signCount: number },
  attested = Buffer.alloc(0),
): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(signCount)
  const flag =
    flags.userPresent |
    (isUserVerified ? flags.userVerified : 0) |
    (attested.length > 0 ? flags.attested : 0)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flag]), counter, attested])
}

/** An ES256 key in COSE format (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  // Key type 2 (elliptic curve), algorithm -7 (ES256), curve 1 (P-256).
  const kind = [0x01, 0x02, 0x03, 0x26, 0x20, 0x01]
  return Buffer.concat([
    cborMap(5),
    Buffer.from(kind),
    Buffer.from([0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

const cborMap = (size: number) => Buffer.from([0xa0 + size])
const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
/** Lengths use their shortest encoding; parsers refuse others. */
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(
      bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff],
    ),
    bytes,
  ])

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
