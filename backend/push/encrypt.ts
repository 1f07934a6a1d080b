// Encrypts a push message for one subscription (RFC 8291, aes128gcm of RFC 8188): the push service
// between us and the browser cannot read it. One record, as push services take at most 4096 bytes.
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** As the browser gave them, in base64url. */
export interface SubscriptionKeys {
  p256dh: string
  auth: string
}

/** Made anew for each message; given by the test with the vectors of the RFC. */
export interface OnceOnly {
  privateKey?: Buffer
  salt?: Buffer
}

/** Of the whole body: 3993 bytes of text. */
const maxBytes = 4096
const recordSize = maxBytes
/** Salt, record size, length of the key, key. */
const headerBytes = 16 + 4 + 1 + 65
const tagBytes = 16
const lastRecord = 2

export function encrypt(
  message: string,
  { p256dh, auth }: SubscriptionKeys,
  { privateKey, salt = randomBytes(16) }: OnceOnly = {},
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url')
  const sender = createECDH('prime256v1')
  if (privateKey) sender.setPrivateKey(privateKey)
  else sender.generateKeys()
  const senderKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, senderKey])
  // Throws when the receiver's key is no point of the curve.
  const shared = sender.computeSecret(receiver)
  const input = derive(shared, Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const plain = Buffer.concat([Buffer.from(message), Buffer.from([lastRecord])])
  if (headerBytes + plain.length + tagBytes > maxBytes)
    throw new Error('The push message is too long')
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([salt, size, Buffer.from([senderKey.length]), senderKey, sealed])
}

function derive(input: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, bytes))
}
