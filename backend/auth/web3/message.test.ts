// Compares our parser with the reference parser for EIP-4361, which we cannot use: it requires a
// nonce, and the official client sends none.
import { ParsedMessage } from '@signinwithethereum/siwe-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMessage, type WalletMessage } from './message.ts'

const header = 'garden.example wants you to sign in with your Ethereum account:'
const address = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
const fields = [
  'URI: https://garden.example/auth',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abcdefgh12',
  'Issued At: 2026-11-16T08:00:00.000Z',
  'Expiration Time: 2026-11-16T08:10:00Z',
  'Not Before: 2026-11-16T07:59:00+00:00',
  'Request ID: 7',
]
const resources = ['Resources:', '- https://garden.example/terms']
const usual = [header, address, '', 'I accept the terms.', '', ...fields, ...resources]

const withLines = (...lines: string[]) => [...usual.slice(0, 5), ...lines].join('\n')

describe('what both read', () => {
  test.each([
    ['all fields', usual],
    ['no statement', [header, address, '', '', ...fields]],
    ['only what is required', [...usual.slice(0, 5), ...fields.slice(0, 5)]],
  ])('%s', (_, lines) => {
    const message = lines.join('\n')
    expect(facts(readMessage('ethereum', message))).toEqual(theirs(message))
  })

  test('is the same, whatever is done to its lines', () => {
    const line = fc.oneof(
      fc.constantFrom(...usual),
      fc.constantFrom(
        'URI: https://evil.example/',
        'Version: 2',
        'Chain ID: 5',
        'Resources:',
        '- x',
      ),
      fc.string({ maxLength: 12 }),
    )
    const place = fc.nat(usual.length)
    const change = fc.record({
      at: place,
      remove: fc.nat(2),
      put: fc.array(line, { maxLength: 2 }),
    })
    let both = 0
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), (changes) => {
        const lines = [...usual]
        for (const { at, remove, put } of changes) lines.splice(at, remove, ...put)
        const message = lines.join('\n')
        const ours = attempt(() => facts(readMessage('ethereum', message)))
        const read = attempt(() => theirs(message))
        if (!ours || !read) return
        both += 1
        expect(ours).toEqual(read)
      }),
      { numRuns: 1_000, seed: 4361 },
    )
    expect(both).toBeGreaterThan(100)
  })
})

describe.each(['ethereum', 'solana'] as const)('on %s', (chain) => {
  const write = (message: string) =>
    chain === 'ethereum'
      ? message
      : message
          .replace('Ethereum', 'Solana')
          .replace(address, '586Z7H2vpX9qNhN2T4e9Utugie3ogjbxzGaMtM3E6HR5')
          .replace('Chain ID: 1', 'Chain ID: mainnet')

  test.each([
    ['a field that is not known', withLines(...fields, 'Postscript: and the garden')],
    ['a field that comes twice', withLines(...fields, 'URI: https://evil.example/')],
    [
      'a field among the resources',
      withLines(...fields, ...resources, 'URI: https://evil.example/'),
    ],
    [
      'a field that comes after the resources',
      withLines(...fields.slice(1), ...resources, fields[0] ?? ''),
    ],
    ['words among the resources', withLines(...fields, ...resources, 'and the garden')],
    ['resources that come twice', withLines(...fields, ...resources, 'Resources:')],
    ['words after the statement', withLines('and the garden', '', ...fields)],
    ['a statement of two kilobytes', usual.join('\n').replace('terms', 'x'.repeat(2048))],
    ['a carriage return', usual.join('\r\n')],
    ['another first line', usual.join('\n').replace('sign in', 'pay')],
    ['no empty line', usual.filter(Boolean).join('\n')],
    ['a time without a zone', usual.join('\n').replace('00.000Z', '00')],
    [
      'a day that is not in the calendar',
      usual.join('\n').replace('2026-11-16T08:00', '2026-13-40T08:00'),
    ],
  ])('%s is refused', (_, message) => {
    expect(() => readMessage(chain, write(usual.join('\n')))).not.toThrow()
    expect(() => readMessage(chain, write(message))).toThrow(/message is not valid/)
  })
})

function facts(message: WalletMessage) {
  const { domain, address, statement, uri, network, issuedAt, expiresAt, notBefore } = message
  return { domain, address, statement, uri: uri.href, network, issuedAt, expiresAt, notBefore }
}

function theirs(message: string): ReturnType<typeof facts> {
  const read = new ParsedMessage(message)
  const time = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  return {
    domain: read.domain,
    address: read.address.toLowerCase(),
    statement: read.statement ?? '',
    uri: new URL(read.uri).href,
    network: String(read.chainId),
    issuedAt: new Date(read.issuedAt),
    expiresAt: time(read.expirationTime),
    notBefore: time(read.notBefore),
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
