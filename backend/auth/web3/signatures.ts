// Verifies wallet signatures. The curve libraries are loaded at first use.
import { validationFailed } from '../problems.ts'
import type { Chain } from '../settings.ts'

/** The signature's bytes; refuses a wrong length. */
export function readSignature(chain: Chain, text: string): Buffer {
  return chain === 'ethereum' ? readHex(text) : readBase64(text)
}

export function isSignedBy(
  chain: Chain,
  address: string,
  message: string,
  signature: Buffer,
): Promise<boolean> {
  return (chain === 'ethereum' ? isSignedOnEthereum : isSignedOnSolana)(address, message, signature)
}

function readHex(text: string): Buffer {
  const digits = text.replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{130}$/.test(digits)) {
    throw validationFailed(
      'signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string',
    )
  }
  return Buffer.from(digits, 'hex')
}

function readBase64(text: string): Buffer {
  const characters = text.replace(/==?$/, '')
  if (characters.length !== 86) {
    throw validationFailed('signature must be 64 bytes encoded as base64 with or without padding')
  }
  if (!/^[\w+/-]+$/.test(characters)) {
    throw validationFailed('signature does not contain valid base64 characters')
  }
  return Buffer.from(characters, 'base64')
}

/**
 * An Ethereum address is the hash of a key, which is recovered from message and signature (EIP-191).
 */
async function isSignedOnEthereum(
  address: string,
  message: string,
  signature: Buffer,
): Promise<boolean> {
  const [{ secp256k1 }, { keccak_256: keccak }] = await Promise.all([
    import('@noble/curves/secp256k1.js'),
    import('@noble/hashes/sha3.js'),
  ])
  const bytes = Buffer.from(message)
  const digest = keccak(
    Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]),
  )
  const last = signature[64] ?? 0
  // Wallets write 27 and 28 for 0 and 1.
  const recovery = last >= 27 ? last - 27 : last
  if (recovery > 1) return false
  try {
    const recovered = new secp256k1.Signature(
      BigInt(`0x${signature.toString('hex', 0, 32)}`),
      BigInt(`0x${signature.toString('hex', 32, 64)}`),
      recovery,
    ).recoverPublicKey(digest)
    const key = recovered.toBytes(false)
    return `0x${Buffer.from(keccak(key.subarray(1))).toString('hex', 12)}` === address.toLowerCase()
  } catch {
    // Invalid signature values.
    return false
  }
}

/** A Solana address is the public key itself. */
async function isSignedOnSolana(
  address: string,
  message: string,
  signature: Buffer,
): Promise<boolean> {
  // Imported separately: the build keeps only the destructured names of an import.
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  const { base58 } = await import('@scure/base')
  try {
    const key = base58.decode(address)
    if (key.length !== 32) return false
    // A small-order point is no valid key: signatures for it can be made without one.
    const point = ed25519.Point.fromBytes(key, false)
    if (point.isSmallOrder() || !point.isTorsionFree()) return false
    return ed25519.verify(signature, Buffer.from(message), key, { zip215: false })
  } catch {
    // Not base58, not a point, or not in canonical form.
    return false
  }
}
