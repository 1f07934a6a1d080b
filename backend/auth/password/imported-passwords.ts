// Password hashes imported from other services, in the formats that a hosted project accepts: argon2,
// and Firebase's scrypt, which encrypts the project's signer key with the derived key.
import { createCipheriv, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as verifyArgon2 } from '@node-rs/argon2'
import { isSameSecret } from '../../http/safe-compare.ts'

/** Upper limit of memory for one verification, whatever the hash requires. */
const maxMemoryBytes = 256 * 1024 * 1024

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

export function isImportedHash(text: string): boolean {
  return isArgon2(text) || readFirebase(text) !== undefined
}

export async function isPasswordOfImport(stored: string, password: string): Promise<boolean> {
  if (isArgon2(stored)) return verifyArgon2(stored, password)
  const firebase = readFirebase(stored)
  if (!firebase) return false
  const { cost, salt, signerKey, hash } = firebase
  const key = await derive(password, salt, 32, { ...cost, maxmem: 2 * maxMemoryBytes })
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const made = Buffer.concat([cipher.update(signerKey), cipher.final()])
  return isSameSecret(made, hash)
}

function isArgon2(text: string): boolean {
  const [, memoryKib, passes] =
    /^\$argon2(?:i|id)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=\d{1,2}\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{16,}$/.exec(
      text,
    ) ?? []
  if (memoryKib === undefined) return false
  return Number(memoryKib) * 1024 <= maxMemoryBytes && Number(passes) > 0
}

interface FirebaseHash {
  cost: { N: number; r: number; p: number }
  salt: Buffer
  signerKey: Buffer
  hash: Buffer
}

/** `$fbscrypt$v=1,n=14,r=8,p=1,ss=<salt separator>,sk=<signer key>$<salt>$<hash>`, all in base64. */
function readFirebase(text: string): FirebaseHash | undefined {
  const parts =
    /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,3}),p=(\d{1,2})(?:,ss=([^,$]+))?,sk=([^$]+)\$([^$]+)\$([^$]+)$/.exec(
      text,
    )
  if (!parts) return undefined
  const [, power, r, p, separator = '', signerKey = '', salt = '', hash = ''] = parts
  const cost = { N: 2 ** Number(power), r: Number(r), p: Number(p) }
  const isPossible = cost.N > 1 && cost.r > 0 && cost.p > 0
  if (!isPossible || 128 * cost.N * cost.r * cost.p > maxMemoryBytes) return undefined
  const bytes = (base64: string) => Buffer.from(base64, 'base64')
  return {
    cost,
    salt: Buffer.concat([bytes(salt), bytes(separator)]),
    signerKey: bytes(signerKey),
    hash: bytes(hash),
  }
}
