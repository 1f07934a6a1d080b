// A server that checks AWS signatures of version 4, written from their specification: the S3 server of
// the tests does not check them fully.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SignatureServer {
  endpoint: string
  /** Of each request: its method, and whether the signature is right. */
  requests: { method: string; isSigned: boolean }[]
  close(): Promise<void>
}

export async function createSignatureServer(secret: string): Promise<SignatureServer> {
  const requests: SignatureServer['requests'] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isSigned = isSignedBy(secret, request)
      requests.push({ method: request.method ?? '', isSigned })
      response.writeHead(isSigned ? 200 : 403, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? undefined : '<ListBucketResult/>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}/files`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function isSignedBy(secret: string, { method, url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\S+?),\s*SignedHeaders=(\S+?),\s*Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const hmac = (key: string | Buffer, part: string) =>
    createHmac('sha256', key).update(part).digest()
  const key = scope.split('/').reduce(hmac, `AWS4${secret}` as string | Buffer)
  return hmac(key, text).toString('hex') === signature && names.split(';').includes('host')
}
