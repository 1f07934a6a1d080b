// Pictures for tests: photographs, and files made to do harm.
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A JPEG with some detail, so that it has a believable size. */
export async function photo({
  width,
  height,
  seed = 0,
}: {
  width: number
  height: number
  seed?: number
}) {
  const hue = (seed * 47) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue},40%,60%)"/>
    <circle cx="50%" cy="50%" r="30%" fill="hsl(${hue + 90},60%,40%)"/>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

/** As many bytes as a telephone's photograph: noise cannot be compressed. */
export async function noisyPhoto({ width, height }: { width: number; height: number }) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** A PNG that says it has this size, with next to no data. */
export function pngOfSize(width: number, height: number, extra: Record<string, Uint8Array> = {}) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...Object.entries(extra).map(([type, data]) =>
      chunk(type, Buffer.concat([Buffer.from('Comment\0\0'), data])),
    ),
    chunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(4)
  frame.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([frame, body, checksum])
}

/** EXIF data whose directory names itself as the next one. */
export function loopingExif(jpeg: Buffer): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 12 + 4)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  // ExifIFDPointer, one LONG: this very directory.
  tiff.writeUInt16LE(0x8769, 10)
  tiff.writeUInt16LE(4, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt32LE(8, 18)
  tiff.writeUInt32LE(8, 22)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const marker = Buffer.from([0xff, 0xe1, 0, body.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), marker, body, jpeg.subarray(2)])
}
