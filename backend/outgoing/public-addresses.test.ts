import { createSocket } from 'node:dgram'
import type { lookup } from 'node:dns'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchUserSupplied } from './limited-fetch.ts'
import { isPublicAddress, resolverOf } from './public-addresses.ts'

const refused = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.127.255.255', '100.100.100.200', '127.0.0.1'],
  ...['127.255.255.254', '168.63.129.16', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.0.0.192', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.9'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1'],
  ...['64:ff9b::7f00:1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1'],
  ...['2001::1', '2001:db8::1', '2002:7f00:1::', '100::1', '3fff::1'],
]
const allowed = [
  ...['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1'],
  ...['142.250.74.10', '223.255.255.255', '2a00:1450:4001:80b::200a', '2606:4700::1111'],
]

test.each(refused)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
test.each(allowed)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

let connections = 0
let port = 0
const listener = createServer((socket) => {
  connections += 1
  socket.destroy()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = (listener.address() as AddressInfo).port
})
afterAll(() => void listener.close())

const limits = { only: 'public', timeoutMs: 2_000, maxBytes: 100 } as const

test.each([
  ...[
    '127.0.0.1',
    'localhost',
    'a.localhost.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '127.1',
  ],
  ...['0.0.0.0', '0', '[::ffff:7f00:1]'],
])('nothing connects to a listener on this machine by %s', async (host) => {
  await expect(fetchUserSupplied()(`https://${host}:${port}/`, limits)).rejects.toThrow(/public/)
  expect(connections).toBe(0)
})

/** A name server that answers with these, one after the other. */
function resolving(...answers: string[][]): typeof lookup {
  return ((_host: string, _options: object, callback: (e: null, found: object[]) => void) => {
    const [now = []] = answers.length > 1 ? answers.splice(0, 1) : answers
    callback(
      null,
      now.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookup
}

test.each([
  ['the loopback address', ['127.0.0.1']],
  ['a public and a private one', ['8.8.8.8', '127.0.0.1']],
  ['an IPv4-mapped one', ['::ffff:127.0.0.1']],
  ['no address', []],
])('a name with %s is refused', async (_, addresses) => {
  const fetchPublic = fetchUserSupplied({ resolve: resolving(addresses) })
  await expect(fetchPublic(`https://push.example.com:${port}/`, limits)).rejects.toThrow(/public/)
  expect(connections).toBe(0)
})

test('a name that changes its address between two requests is refused by the second', async () => {
  const isAllowed = (address: string) => address === '127.0.0.1'
  const resolve = resolving(['127.0.0.1'], ['127.0.0.2'])
  const fetchPublic = fetchUserSupplied({ resolve, isAllowed })
  await expect(fetchPublic(`https://push.example.com:${port}/`, limits)).rejects.toThrow(
    /socket|TLS/,
  )
  expect(connections).toBe(1)
  await expect(fetchPublic(`https://push.example.com:${port}/`, limits)).rejects.toThrow(/public/)
  expect(connections).toBe(1)
})

test.each([
  'http://push.example.com/',
  'https://me:secret@push.example.com/',
  'file:///etc/passwd',
])('%s is refused', (url) =>
  expect(fetchUserSupplied()(url, limits)).rejects.toThrow(/not allowed/),
)

test('a name server that never answers is given up, without a thread that waits for it', async () => {
  const silent = createSocket('udp4')
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
  const resolve = resolverOf([`127.0.0.1:${silent.address().port}`])
  const fetchPublic = fetchUserSupplied({ resolve })
  const asked = fetchPublic('https://dead.example/', { ...limits, timeoutMs: 60_000 })
  await expect(asked).rejects.toThrow(/TIMEOUT|ECONN/)
  silent.close()
})
