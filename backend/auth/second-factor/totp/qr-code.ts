// A QR code as an SVG, for authenticator apps to scan.
import { encodeQR } from 'qr'

/** White modules around the code, as ISO/IEC 18004 requires. */
const quietZone = 4

/** White is drawn too, or the code would be unreadable on a dark page. */
export function qrSvg(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })
  const size = modules.length
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 5}" height="${size * 5}" shape-rendering="crispEdges"><path d="M0 0h${size}v${size}H0z" fill="white"/><path d="${dark.join('')}" fill="black"/></svg>`
}
