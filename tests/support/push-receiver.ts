// A push service on this machine, over TLS, with browsers that subscribe at it and decrypt.
import {
  createDecipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import type { lookup } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type FetchUserSupplied, fetchUserSupplied } from '#backend/outgoing/limited-fetch.ts'
import { selfSigned } from './self-signed.ts'

const host = 'push.hopyard.example'

interface BrowserKeys {
  privateKey: Buffer
  auth: Buffer
}

/** RFC 8291, from the browser's side. */
export function decrypt(body: Buffer, { privateKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey])
  const input = hkdfSync('sha256', own.computeSecret(senderKey), auth, info, 32)
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(input), salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  if (plain.at(-1) !== 2) throw new Error('This is not the last record')
  return plain.subarray(0, -1).toString()
}

/** The keys that a browser gives with its subscription. */
export function makeBrowser() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: {
      p256dh: own.getPublicKey().toString('base64url'),
      auth: auth.toString('base64url'),
    },
    open: (body: Buffer) => JSON.parse(decrypt(body, { privateKey: own.getPrivateKey(), auth })),
  }
}

export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export type PushBehaviour =
  | 'fine'
  | 'gone'
  | 'failing'
  | 'refusing'
  | 'hanging'
  | 'endless'
  | 'moved'
  | RawStatus

/** No answer of HTTP's, as bytes on the line. */
type RawStatus = '000' | '101' | '600' | '999'

const statuses: Record<string, number> = { fine: 201, gone: 410, failing: 503, refusing: 403 }

export interface PushReceiver {
  /** The address of a browser's subscription. */
  endpoint(name: string): string
  received: ReceivedPush[]
  /** How it answers, by the name of the subscription. */
  behaviours: Map<string, PushBehaviour>
  attempts: number
  /** The product's own, but for what it may reach. */
  fetch: FetchUserSupplied
  close(): Promise<void>
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const certificate = selfSigned(createPrivateKey(key), host)
  const received: ReceivedPush[] = []
  const behaviours = new Map<string, PushBehaviour>()
  const state = { attempts: 0 }
  const server = createServer({ key, cert: certificate }, async (request, response) => {
    state.attempts += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    const behaviour = behaviours.get(path.split('/').at(-1) ?? '') ?? 'fine'
    if (behaviour === 'hanging') return
    if (behaviour === 'moved') {
      response.writeHead(307, { Location: 'https://127.0.0.1/' }).end()
      return
    }
    if (/^\d+$/.test(behaviour)) {
      request.socket.end(`HTTP/1.1 ${behaviour} Odd\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n`)
      return
    }
    if (behaviour === 'endless') {
      const write = () => {
        while (response.writable && response.write('x'.repeat(16_384)));
      }
      response.on('drain', write)
      write()
      return
    }
    if (behaviour === 'fine') {
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    }
    response.writeHead(statuses[behaviour] ?? 500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const resolve = ((_host: string, _options: object, callback: Answer) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup
  return {
    endpoint: (name) => `https://${host}:${port}/send/${name}`,
    received,
    behaviours,
    get attempts() {
      return state.attempts
    },
    fetch: fetchUserSupplied({ resolve, ca: certificate, isAllowed: (ip) => ip === '127.0.0.1' }),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

type Answer = (error: null, addresses: { address: string; family: number }[]) => void
