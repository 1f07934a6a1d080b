// What the owner edits: pages and drafts of a firm with many services and towns, the time until a
// publication is on the pages of every instance, and the memory while photographs are worked on.
import { load, percentiles } from './load.ts'
import { makePhoto } from './photos.ts'
import { type Engine, type Product, startProduct } from './product.ts'
import { bearer, call, get } from './requests.ts'
import { milliseconds } from './table.ts'

const services = 200
const towns = 100
const publications = 20
const pictures = 10
const clients = 10
/** As `content/service.ts` allows. */
const childrenOfGroup = 60

interface Document {
  key: string
  shipped: Record<string, unknown> | null
  draft: { revision: number } | null
}

/** The desk of one signed-in owner. */
async function openDesk(product: Product) {
  const headers = await bearer(product)
  const ask = async <Answer>(name: string, body: object = {}): Promise<Answer> => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await call(product, `/functions/v1/${name}`, init)).json() as Promise<Answer>
  }
  const { documents } = await ask<{ documents: Document[] }>('site-documents')
  const revisions = new Map(documents.map(({ key, draft }) => [key, draft?.revision ?? 0]))
  return {
    ask,
    shipped: (key: string) => documents.find((one) => one.key === key)?.shipped ?? {},
    async save(key: string, body: object): Promise<void> {
      const expected_revision = revisions.get(key) ?? 0
      const draft = { key, state: 'edited', body, expected_revision }
      const { revision } = await ask<{ revision: number }>('site-save-draft', draft)
      revisions.set(key, revision)
    },
    async publish(keys: string[]): Promise<void> {
      await ask('site-publish', { keys, summary: ['Bench'] })
      for (const key of keys) revisions.delete(key)
    },
  }
}

export async function measureManyPages(product: Product, seconds: number): Promise<string[][]> {
  const paths = ['/', '/landscaping/patios', '/malvern']
  const before = await measurePaths(product, paths, seconds)
  const desk = await openDesk(product)
  const keys: string[] = []
  const save = async (key: string, body: object) => {
    keys.push(key)
    await desk.save(key, body)
  }

  const startedAt = performance.now()
  const { groups } = desk.shipped('services') as { groups: { children: string[] }[] }
  const there = groups.reduce((sum, { children }) => sum + children.length + 1, 0)
  const filled = groups.map((group) => ({ ...group, children: [...group.children] }))
  for (let number = there; number < services; number += 1) {
    const name = `bench-service-${number}`
    const path = `/bench/service-${number}`
    await save(`services/${name}`, { ...desk.shipped('services/patios'), path })
    filled.find(({ children }) => children.length < childrenOfGroup)?.children.push(name)
  }
  const { towns: order } = desk.shipped('towns') as { towns: string[] }
  const added: string[] = []
  for (let number = order.length; number < towns; number += 1) {
    const name = `bench-town-${number}`
    await save(`towns/${name}`, { ...desk.shipped('towns/malvern'), path: `/${name}`, name })
    added.push(name)
  }
  await save('services', { groups: filled })
  await save('towns', { towns: [...order, ...added] })
  const saving = (performance.now() - startedAt) / keys.length

  const publishedAt = performance.now()
  await desk.publish(keys)
  const publishing = performance.now() - publishedAt
  await untilShown(product, `/bench-town-${towns - 1}`, '<h1')
  const showing = performance.now() - publishedAt
  const drafts: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const draftedAt = performance.now()
    await desk.save('pages/home', desk.shipped('pages/home'))
    drafts.push(performance.now() - draftedAt)
  }

  const after = await measurePaths(product, paths, seconds)
  const firm = `${services} services, ${towns} towns`
  return [
    ['', 'per second', 'p50', 'p99', 'bytes', 'failed'],
    ...before.map(([path = '', ...figures]) => [`${path} as shipped`, ...figures]),
    ...after.map(([path = '', ...figures]) => [`${path} with ${firm}`, ...figures]),
    [`publishing ${keys.length} documents at once`, '', milliseconds(publishing)],
    ['  until the last of them has its page', '', milliseconds(showing)],
    ['saving a draft, while they gather', '', milliseconds(saving)],
    ['saving a draft, with all of them', '', milliseconds(percentiles(drafts).p50Ms)],
  ]
}

async function measurePaths(product: Product, paths: string[], seconds: number) {
  const rows: string[][] = []
  for (const path of paths) {
    const { port, url } = product
    const answer = await fetch(url + path, { headers: { 'Accept-Encoding': 'br' } })
    const bytes = answer.headers.get('content-length') ?? ''
    await answer.arrayBuffer()
    const result = await load({ port, clients, seconds, request: () => get(path) })
    rows.push([
      path,
      result.perSecond.toFixed(0),
      milliseconds(result.p50Ms),
      milliseconds(result.p99Ms),
      bytes,
      String(result.failures),
    ])
  }
  return rows
}

/** From the click on Publish until each of three instances shows it. */
export async function measurePublishing(): Promise<string[][]> {
  const first = await startProduct('postgres')
  const shared = { databaseUrl: first.databaseUrl }
  const others: Product[] = []
  try {
    for (let more = 0; more < 2; more += 1) others.push(await startProduct('postgres', shared))
    const instances = [first, ...others]
    const desk = await openDesk(first)
    const answered: number[] = []
    const times: number[][] = instances.map(() => [])
    for (let round = 0; round < publications; round += 1) {
      const phone = `01632 9601${String(round).padStart(2, '0')}`
      await desk.save('company', { ...desk.shipped('company'), phone })
      const startedAt = performance.now()
      await desk.publish(['company'])
      answered.push(performance.now() - startedAt)
      await Promise.all(
        instances.map(async (instance, at) => {
          await untilShown(instance, '/contact-us', phone)
          times[at]?.push(performance.now() - startedAt)
        }),
      )
    }
    const names = [
      'published',
      'on the page of the instance that was asked',
      'the second',
      'the third',
    ]
    return [
      ['', 'p50', 'slowest'],
      ...[answered, ...times].map((list, at) => [
        names[at] ?? '',
        milliseconds(percentiles(list).p50Ms),
        milliseconds(Math.max(...list)),
      ]),
    ]
  } finally {
    for (const other of others) await other.stop()
    await first.stop()
  }
}

async function untilShown({ url }: Product, path: string, text: string): Promise<void> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    if ((await (await fetch(url + path)).text()).includes(text)) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${path} did not show “${text}”`)
}

/** Ten photographs of twelve megapixels at once, and every size that pages have of them. */
export async function measureSitePictures(engine: Engine): Promise<string[][]> {
  const product = await startProduct(engine)
  try {
    const photos: Buffer[] = []
    for (let at = 0; at < pictures; at += 1) photos.push(await makePhoto(undefined, at))
    const desk = await openDesk(product)
    const shipped = desk.shipped('pictures') as Record<string, object>
    const names = Object.keys(shipped).slice(0, pictures)
    const atRest = await product.memoryWithChildren()
    let peak = atRest
    const sampling = setInterval(async () => {
      peak = Math.max(peak, await product.memoryWithChildren())
    }, 20)
    const startedAt = performance.now()
    const uploads = await Promise.all(photos.map((photo) => upload(product, desk, photo)))
    const cleaned = performance.now() - startedAt
    const replaced = names.map((name, at) => [name, { ...shipped[name], upload: uploads[at] }])
    await desk.save('pictures', { ...shipped, ...Object.fromEntries(replaced) })
    await desk.publish(['pictures'])
    const sizes = await Promise.all(uploads.map((name) => fetchSizes(product, name)))
    const all = performance.now() - startedAt
    clearInterval(sampling)
    return [
      ['memory at rest, with the process that reads pictures', `${atRest} MB`],
      [`peak while ${pictures} photographs are worked on`, `${peak} MB`],
      ['all of them cleaned and stored after', milliseconds(cleaned)],
      [`and ${sizes.flat().length} sizes of them served after`, milliseconds(all)],
    ]
  } finally {
    await product.stop()
  }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

async function upload({ url }: Product, desk: Desk, photo: Buffer): Promise<string> {
  const place = await desk.ask<{ url: string; upload: string }>('site-picture')
  const headers = { 'Content-Type': 'image/jpeg' }
  const body = new Uint8Array(photo)
  const answer = await fetch(url + place.url, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(`An upload was answered ${answer.status}`)
  return place.upload
}

/** Every address with this photograph that the pages have. */
async function fetchSizes({ url }: Product, upload: string): Promise<number[]> {
  const found = new Set<string>()
  const deadline = performance.now() + 60_000
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, at]) => at)
  while (found.size === 0 && performance.now() < deadline) {
    for (const path of paths) {
      const html = await (await fetch(url + (path || '/'))).text()
      for (const [address] of html.matchAll(new RegExp(`/site-pictures/${upload}[\\w.-]+`, 'g'))) {
        found.add(address)
      }
    }
  }
  const sizes: number[] = []
  for (const address of found) {
    let answer = await fetch(url + address)
    // Until then the photograph itself is sent.
    while (answer.headers.get('cache-control') === 'no-store') {
      await answer.arrayBuffer()
      await new Promise((resolve) => setTimeout(resolve, 500))
      answer = await fetch(url + address)
    }
    if (!answer.ok) throw new Error(`${address} was answered ${answer.status}`)
    sizes.push((await answer.arrayBuffer()).byteLength)
  }
  return sizes
}
