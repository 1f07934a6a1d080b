// Encrypts secrets that are kept in the database with a key that is not: an attacker who reads
// or copies the database learns none of them, and one who writes to it cannot move one to another owner.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export interface Secrets {
  seal(secret: string, owner: string): Promise<Buffer>
  /** Undefined when it was sealed with another key or for another owner. */
  open(sealed: Buffer, owner: string): Promise<string | undefined>
}

export const secretKeyBytes = 32
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export function secrets(key: () => Promise<Buffer>): Secrets {
  return {
    async seal(secret, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, await key(), nonce)
      cipher.setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    async open(sealed, owner) {
      if (sealed.length < nonceBytes + tagBytes) return undefined
      const decipher = createDecipheriv(algorithm, await key(), sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        const opened = decipher.update(sealed.subarray(nonceBytes + tagBytes))
        return Buffer.concat([opened, decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
