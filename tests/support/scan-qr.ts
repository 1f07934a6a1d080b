// Decodes our QR codes as an authenticator app's camera would.
import { decodeQR } from 'qr/decode.js'

/** Pixels per module. */
const scale = 4

export function scanQr(svg: string): string {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * scale
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < scale; dy += 1) {
      const start = (Number(y) * scale + dy) * size + Number(x) * scale
      for (let dx = 0; dx < scale; dx += 1) data.fill(0, (start + dx) * 4, (start + dx) * 4 + 3)
    }
  }
  return decodeQR({ width: size, height: size, data })
}
