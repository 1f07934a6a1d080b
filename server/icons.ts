// The firm's icons in the sizes that browsers and phones ask for. The build makes those of the firm that it
// is for; of another firm, and once colours or logo are edited, they are drawn when first asked for.
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type Brand, drawIcon, drawMark, markSide } from '#content/mark.ts'
import type { Assets } from './assets.ts'
import { sendText } from './send-response.ts'

export interface DrawnIcon {
  type: string
  bytes: Buffer
}

/** Operating systems round the corners of touch icons themselves. */
const sizes: Record<string, { size: number; radius: number }> = {
  '/favicon.ico': { size: 32, radius: 12 },
  '/apple-touch-icon.png': { size: 180, radius: 0 },
  '/icon-192.png': { size: 192, radius: 12 },
  '/icon-512.png': { size: 512, radius: 12 },
  // For launchers that cut their own shape out of it.
  '/icon-maskable.png': { size: 512, radius: 0 },
}
/** The logo in white, for the head of emails: email clients do not show SVG. */
const mailMarkPath = '/mark.png'
export const iconPaths = ['/icon.svg', mailMarkPath, ...Object.keys(sizes)]
const svgRadius = 14
const oneHour = 'public, max-age=3600'

export async function makeIcon(path: string, brand: Brand): Promise<DrawnIcon> {
  if (path === mailMarkPath) return { type: 'image/png', bytes: await makeMailMark(brand) }
  const made = sizes[path]
  if (!made) return { type: 'image/svg+xml', bytes: Buffer.from(drawIcon(brand, svgRadius)) }
  const png = await toPng(drawIcon(brand, made.radius), made.size, 64)
  const isIco = path.endsWith('.ico')
  return isIco
    ? { type: 'image/x-icon', bytes: asIco(png, made.size) }
    : { type: 'image/png', bytes: png }
}

function makeMailMark({ mark }: Pick<Brand, 'mark'>): Promise<Buffer> {
  const shapes = drawMark(mark, { main: '#fff', second: '#fff' })
  const view = `0 0 ${markSide} ${markSide}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${shapes}</svg>`
  return toPng(svg, 2 * markSide, markSide)
}

export interface IconsOptions {
  clientFolder: string
  assets: Pick<Assets, 'serve'>
  brand(): Brand
}

export interface Icons {
  has(path: string): boolean
  serve(request: IncomingMessage, response: ServerResponse, path: string): void
  mailMark(): Promise<Uint8Array>
}

export async function openIcons({ clientFolder, assets, brand }: IconsOptions): Promise<Icons> {
  const built = await readFile(join(clientFolder, 'icon.svg'), 'utf8').catch(() => '')
  let drawn = { svg: '', icons: new Map<string, Promise<DrawnIcon>>() }

  function draw(path: string, svg: string): Promise<DrawnIcon> {
    if (drawn.svg !== svg) drawn = { svg, icons: new Map() }
    const icon = drawn.icons.get(path) ?? makeIcon(path, brand())
    drawn.icons.set(path, icon)
    return icon
  }

  return {
    has: (path) => iconPaths.includes(path),
    async mailMark() {
      const svg = drawIcon(brand(), svgRadius)
      if (svg === built) return readFile(join(clientFolder, mailMarkPath))
      return (await draw(mailMarkPath, svg)).bytes
    },
    serve(request, response, path) {
      const svg = drawIcon(brand(), svgRadius)
      if (svg === built) return assets.serve(request, response, path)
      draw(path, svg).then(
        ({ type, bytes }) => {
          const headers = { 'Content-Type': type, 'Cache-Control': oneHour }
          response.writeHead(200, { ...headers, 'Content-Length': bytes.byteLength })
          response.end(request.method === 'HEAD' ? undefined : bytes)
        },
        () => sendText(request, response, 500, 'This icon cannot be drawn.'),
      )
    },
  }
}

/** Loaded when it is needed: most firms have the icons of the build. */
async function toPng(svg: string, size: number, side: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg), { density: 72 * (size / side) * 2 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()
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
