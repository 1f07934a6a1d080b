// The favicon set, drawn from the logo.

import sharp from 'sharp'
import type { Plugin } from 'vite'
import type { Look } from '#content/look.ts'
import { markPaths } from '#ui/mark/mark-paths.ts'
import { generatedFiles } from './generated-files.ts'
import { openFirm } from './open-firm.ts'

const icon = ({ deep, hivis }: Look, radius: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="${deep}"/><g transform="translate(8 7) scale(1.2)" fill="#fff"><path d="${markPaths.cone}"/><path d="${markPaths.leaf}" fill="${hivis}"/><path d="${markPaths.line}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></g></svg>\n`

export function icons(root: string): Plugin {
  return generatedFiles('icons', async () => {
    const { look } = openFirm(root).content
    const png = (size: number, radius: number) =>
      sharp(Buffer.from(icon(look, radius)), { density: 72 * (size / 64) * 2 })
        .resize(size, size)
        .png({ compressionLevel: 9 })
        .toBuffer()
    // Operating systems round the corners of touch icons themselves.
    const [favicon, touch, small, large] = await Promise.all([
      png(32, 12),
      png(180, 0),
      png(192, 12),
      png(512, 12),
    ])
    return {
      files: [
        { fileName: 'icon.svg', bytes: Buffer.from(icon(look, 14)) },
        { fileName: 'favicon.ico', bytes: asIco(favicon as Buffer, 32) },
        { fileName: 'apple-touch-icon.png', bytes: touch as Buffer },
        { fileName: 'icon-192.png', bytes: small as Buffer },
        { fileName: 'icon-512.png', bytes: large as Buffer },
      ],
      exports: {},
    }
  })
}

/** An ICO file is a short header before a PNG. */
function asIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
