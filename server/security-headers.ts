// Headers of every response. Pages set their own Content-Security-Policy with the hashes of their
// inline code; other responses may load nothing.
import type { ServerResponse } from 'node:http'

export function securityHeaders(siteUrl: URL): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    [
      'Permissions-Policy',
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    ],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ]
  if (siteUrl.protocol === 'https:') {
    headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  }
  return headers
}

export function setHeaders(response: ServerResponse, headers: [string, string][]): void {
  for (const [name, value] of headers) response.setHeader(name, value)
}
