// Wallets as the official client finds them in a browser, with their own keys.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 as keccak } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import type { EthereumWallet, SolanaWallet } from '@supabase/auth-js'

export interface Signer {
  address: string
  /** In the signature format of the chain's wallets. */
  sign(message: string): string
}

export function makeEthereumWallet(): { wallet: EthereumWallet; signer: Signer } {
  const key = secp256k1.utils.randomSecretKey()
  const publicKey = secp256k1.getPublicKey(key, false)
  const address = `0x${Buffer.from(keccak(publicKey.subarray(1))).toString('hex', 12)}`
  const signMessage = (message: Buffer) => {
    const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`)
    const digest = keccak(Buffer.concat([prefix, message]))
    const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
    // The library puts the recovery bit first; wallets put it last, starting at 27.
    const [recovery = 0, ...numbers] = signed
    return `0x${Buffer.from([...numbers, recovery + 27]).toString('hex')}`
  }
  const answers: Record<string, (params: string[]) => unknown> = {
    eth_requestAccounts: () => [address],
    eth_chainId: () => '0x1',
    personal_sign: ([hex = '']) => signMessage(Buffer.from(hex.slice(2), 'hex')),
  }
  const request = async ({ method, params = [] }: { method: string; params?: string[] }) =>
    answers[method]?.(params)
  return {
    wallet: { request } as unknown as EthereumWallet,
    signer: { address, sign: (message) => signMessage(Buffer.from(message)) },
  }
}

export function makeSolanaWallet(): { wallet: SolanaWallet; signer: Signer } {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })).export({
    format: 'jwk',
  })
  const address = base58.encode(Buffer.from(x, 'base64url'))
  const wallet = {
    publicKey: { toBase58: () => address },
    signMessage: async (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)),
  }
  return {
    wallet: wallet as unknown as SolanaWallet,
    signer: {
      address,
      sign: (message) => sign(null, Buffer.from(message), privateKey).toString('base64'),
    },
  }
}
