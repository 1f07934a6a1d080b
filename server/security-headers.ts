// Headers that every answer carries. Pages add a Content-Security-Policy of their own, with the
// hashes of what is inline in them; everything else may load nothing at all.
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
