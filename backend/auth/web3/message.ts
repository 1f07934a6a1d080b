// Parses the signed sign-in message: EIP-4361 for Ethereum, and Solana's variant. The user has read
// it in their wallet, so an unknown line is refused.
import { validationFailed } from '../problems.ts'
import type { Chain } from '../settings.ts'

export interface WalletMessage {
  domain: string
  address: string
  statement: string
  uri: URL
  network: string
  issuedAt: Date
  expiresAt: Date | undefined
  notBefore: Date | undefined
}

export const chainName = (chain: Chain) => (chain === 'ethereum' ? 'Ethereum' : 'Solana')

const addressShape = { ethereum: /^0x[0-9a-fA-F]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ }
/** A number on Ethereum; a name on Solana, which may be absent. */
const networkShape = {
  ethereum: /^[1-9]\d{0,77}$/,
  solana: /^$|^(solana:)?(main|dev|test|local)net$|^solana:[1-9A-HJ-NP-Za-km-z]{32,44}$/,
}

const fields = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const
type Field = (typeof fields)[number]

const maxStatementBytes = 1024

export function readMessage(chain: Chain, message: string): WalletMessage {
  const [header = '', given = '', empty, ...rest] = message.split('\n')
  const ending = ` wants you to sign in with your ${chainName(chain)} account:`
  if (!header.endsWith(ending)) throw wrong('the first line is not that of a sign-in')
  if (!addressShape[chain].test(given)) throw wrong('the address is not valid')
  if (empty !== '') throw wrong('the third line must be empty')
  const hasStatement = rest[0] !== '' && rest[1] === ''
  const statement = hasStatement ? (rest[0] ?? '') : ''
  // Stored with the account and included in every access token.
  if (Buffer.byteLength(statement) > maxStatementBytes) throw wrong('the statement is too long')
  const lines = readFields(hasStatement ? rest.slice(2) : rest)

  if (lines.get('Version') !== '1') throw wrong('the version must be 1')
  const network = lines.get('Chain ID') ?? ''
  if (!networkShape[chain].test(network)) throw wrong('the chain id is not valid')
  const issuedAt = readTime(lines, 'Issued At')
  if (!issuedAt) throw wrong('Issued At is missing')
  const expiresAt = readTime(lines, 'Expiration Time')
  const notBefore = readTime(lines, 'Not Before')
  if (expiresAt && (issuedAt > expiresAt || (notBefore && notBefore > expiresAt))) {
    throw wrong('it expires before it begins')
  }
  return {
    domain: header.slice(0, -ending.length),
    // On Ethereum the case of the letters is only a checksum.
    address: chain === 'ethereum' ? given.toLowerCase() : given,
    statement,
    uri: readUri(lines.get('URI') ?? ''),
    network,
    issuedAt,
    expiresAt,
    notBefore,
  }
}

/** No duplicates: the user may have read the other one. */
function readFields(lines: string[]): Map<Field, string> {
  const found = new Map<Field, string>()
  const written = lines.filter((line) => line !== '')
  // auth-js omits the colon.
  const end = written.findIndex((line) => line === 'Resources:' || line === 'Resources')
  // Resources come last, and nothing depends on them.
  const items = end === -1 ? [] : written.splice(end).slice(1)
  for (const item of items) if (!item.startsWith('- ')) throw unexpected(item)
  for (const line of written) {
    const [, name, value = ''] = /^([A-Za-z ]+): ?(.*)$/.exec(line) ?? []
    const field = fields.find((known) => known === name)
    if (!field || found.has(field)) throw unexpected(line)
    found.set(field, value)
  }
  return found
}

function readUri(text: string): URL {
  if (!URL.canParse(text)) throw wrong('the URI is missing or not valid')
  return new URL(text)
}

function readTime(lines: Map<Field, string>, field: Field): Date | undefined {
  const text = lines.get(field)
  if (text === undefined) return undefined
  const isShaped = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const time = isShaped ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw wrong(`${field} is not a time`)
  return new Date(time)
}

function unexpected(line: string) {
  return wrong(`the line "${line.slice(0, 40)}" is not expected`)
}

function wrong(reason: string) {
  return validationFailed(`message is not valid: ${reason}`)
}
