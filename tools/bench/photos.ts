// Photographs: what ten visitors who send them cost those who only write, how fast pictures are made
// beside bare sharp, and what a gallery costs the dashboard.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import sharp from 'sharp'
import { openPictures } from '#backend/files/pictures/pictures.ts'
import { photoPaths } from '#schemas/enquiry-photos.ts'
import { percentiles } from './load.ts'
import { admin, type Product, secretKey } from './product.ts'
import { enquiryNumber } from './requests.ts'
import { milliseconds } from './table.ts'

const visitors = 10
const photosEach = 5
const bytesPerSecond = 10_000_000 / 8
const enquiriesPerSecond = 20
const quietMs = 10_000

export async function measurePhotos(product: Product): Promise<string[][]> {
  const photos = await Promise.all(Array.from({ length: photosEach }, makePhoto))
  const warmUp = startEnquiries(product)
  await sleep(quietMs)
  await warmUp.stop()
  const quiet = startEnquiries(product)
  await sleep(quietMs)
  await quiet.stop()

  let peak = 0
  const sampling = setInterval(async () => {
    peak = Math.max(peak, await product.memoryWithChildren())
  }, 50)
  const busy = startEnquiries(product)
  const startedAt = performance.now()
  const uploads = await Promise.all(
    Array.from({ length: visitors }, (_, visitor) => sendPhotos(product, visitor, photos)),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await busy.stop()
  clearInterval(sampling)
  const failed = uploads.flat().filter((status) => status !== 200).length
  const megabytes = (photos[0]?.length ?? 0) / 1e6
  return [
    ['', 'p50', 'p99', 'enquiries', 'failed'],
    ['enquiries alone', ...describeTimes(quiet.times), String(quiet.failures())],
    ['enquiries while photos arrive', ...describeTimes(busy.times), String(busy.failures())],
    [`${visitors} × ${photosEach} photos of ${megabytes.toFixed(1)} MB`, `${seconds.toFixed(1)} s`],
    ['  refused', String(failed)],
    ['peak memory, with the child process', `${peak} MB`],
    ...(await measureGallery(product)),
    ...(await measurePictures(photos)),
  ]
}

function describeTimes(times: number[]): string[] {
  const { p50Ms, p99Ms } = percentiles(times)
  return [milliseconds(p50Ms), milliseconds(p99Ms), String(times.length)]
}

/** 12 million pixels with enough detail for about 4 MB, each different. */
export async function makePhoto(_: unknown, seed: number): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const [small, grain] = [400, 40 + seed]
  const pixels = Buffer.alloc(small * 300 * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * (seed + 7)) % 251
  const noise = { type: 'gaussian', mean: 128, sigma: grain } as const
  const overlay = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(pixels, { raw: { width: small, height: 300, channels: 3 } })
    .resize(width, height)
    .composite([{ input: overlay, blend: 'soft-light' }])
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Enquiries at a steady rate, whether or not the last one was answered. */
function startEnquiries({ url }: Product) {
  const times: number[] = []
  const running = new Set<Promise<void>>()
  let failures = 0
  let number = Math.floor(Math.random() * 1e6)
  const timer = setInterval(() => {
    number += 1
    const sending = send(number).finally(() => running.delete(sending))
    running.add(sending)
  }, 1000 / enquiriesPerSecond)
  async function send(n: number): Promise<void> {
    const startedAt = performance.now()
    const response = await fetch(`${url}/functions/v1/contact-webhook`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': addressOf(n) },
      body: JSON.stringify(enquiryNumber(n)),
    }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) times.push(performance.now() - startedAt)
    else failures += 1
  }
  return {
    times,
    failures: () => failures,
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}

const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

async function sendPhotos(
  { url, port }: Product,
  visitor: number,
  photos: Buffer[],
): Promise<number[]> {
  const headers = { 'X-Forwarded-For': `192.0.2.${visitor + 1}` }
  const statuses: number[] = []
  const uploads: string[] = []
  for (const bytes of photos) {
    const issued = await fetch(url + photoPaths.uploads, { method: 'POST', headers })
    const { id, url: path } = (await issued.json()) as { id: string; url: string }
    statuses.push(await putSlowly(port, path, bytes, headers))
    uploads.push(id)
  }
  const answer = await fetch(`${url}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...enquiryNumber(900_000 + visitor), photos: uploads }),
  })
  return [...statuses, answer.status]
}

/** In small pieces, no faster than the visitor's line. */
function putSlowly(
  port: number,
  path: string,
  bytes: Buffer,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      {
        port,
        path,
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'image/jpeg', 'Content-Length': bytes.length },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', () => resolve(0))
    const startedAt = performance.now()
    let at = 0
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * bytesPerSecond)
      const end = Math.min(bytes.length, due)
      if (end > at) sent.write(bytes.subarray(at, end))
      at = Math.max(at, end)
      if (at < bytes.length) return
      clearInterval(timer)
      sent.end()
    }, 10)
  })
}

/** As the record of an enquiry opens it, with the official client. */
async function measureGallery({ url }: Product): Promise<string[][]> {
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const authorization = { apikey: secretKey, Authorization: `Bearer ${token}` }
  const eight = new FormData()
  for (const [name, value] of Object.entries(enquiryNumber(990_001))) {
    eight.append(name, String(value))
  }
  for (let at = 0; at < 8; at += 1) {
    const small = await sharp(await makePhoto(undefined, at))
      .resize(2048)
      .jpeg()
      .toBuffer()
    eight.append('photos', new File([new Uint8Array(small)], 'a.jpg', { type: 'image/jpeg' }))
  }
  const sent = await fetch(`${url}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: eight,
  })
  const { id } = (await sent.json()) as { id: string }
  if (!sent.ok) throw new Error(`The enquiry was answered with ${sent.status}`)
  const times: number[] = []
  let bytes = 0
  for (let visit = 0; visit < 20; visit += 1) {
    const startedAt = performance.now()
    bytes = await openGallery(new StorageClient(`${url}/storage/v1`, authorization), id)
    times.push(performance.now() - startedAt)
  }
  const { p50Ms, p99Ms } = percentiles(times)
  const size = `${Math.round(bytes / 1024)} KB`
  return [
    ['gallery of eight: list, sign, thumbnails', milliseconds(p50Ms), milliseconds(p99Ms), size],
  ]
}

async function openGallery(client: StorageClient, id: string): Promise<number> {
  const photos = client.from('enquiry-photos')
  const { data: listed } = await photos.list(id)
  const transform = { width: 480, height: 480, resize: 'contain' } as const
  const sizes = await Promise.all(
    (listed ?? []).map(async ({ name }) => {
      const { data } = await photos.createSignedUrl(`${id}/${name}`, 3600, { transform })
      const response = await fetch(data?.signedUrl ?? '', { headers: { Accept: 'image/webp' } })
      return (await response.arrayBuffer()).byteLength
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** One after the other, so on one core: decode, shrink, encode, thumbnail. */
async function measurePictures(photos: Buffer[]): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-photos-'))
  const pictures = openPictures({
    pictureWorkerFile: new URL('./picture-worker.js', import.meta.url),
    log: { warn() {} },
  })
  try {
    const paths = photos.map((_, at) => join(folder, `${at}.jpg`))
    for (const [at, bytes] of photos.entries()) await writeFile(paths[at] ?? '', bytes)
    const first = paths[0] ?? ''
    await pictures.clean(first, 'bench')
    const inChild = await perSecond(paths, (path) => pictures.clean(path, 'bench'))
    sharp.concurrency(1)
    const bare = await perSecond(paths, async (path) => {
      const inside = { fit: 'inside', withoutEnlargement: true } as const
      const stored = await sharp(path)
        .autoOrient()
        .resize(2048, 2048, inside)
        .jpeg({ quality: 80 })
        .toBuffer()
      await sharp(stored).resize(480, 480, inside).webp({ quality: 75 }).toBuffer()
    })
    return [
      ['pictures per second and core', inChild.toFixed(2)],
      ['  bare sharp, the same work', bare.toFixed(2)],
    ]
  } finally {
    pictures.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function perSecond(paths: string[], work: (path: string) => Promise<unknown>) {
  const startedAt = performance.now()
  for (let round = 0; round < 3; round += 1) for (const path of paths) await work(path)
  return (3 * paths.length) / ((performance.now() - startedAt) / 1000)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
