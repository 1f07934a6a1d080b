// `npm run bench`: measures size, speed and load on this machine in one run. Figures on a shared
// machine are noisy: read them relative to the limits in the same table. Names of sections after `--`
// run only those.
import { runTool } from '../run-tool.ts'
import { measureBackup } from './backup.ts'
import { measureBareSql } from './bare-sql.ts'
import { measureBytes } from './bytes.ts'
import { measureGrowth } from './growth.ts'
import { measureInteraction } from './interaction.ts'
import { measureJudge } from './judge.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measurePaint } from './paint.ts'
import { measurePeers } from './peers.ts'
import { measurePhotos } from './photos.ts'
import { type Engine, type Product, startProduct } from './product.ts'
import { measureRequests } from './requests.ts'
import { milliseconds, table } from './table.ts'
import { measureManyPages, measurePublishing, measureSitePictures } from './website.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const sections = [
  'bytes',
  'paint',
  'interaction',
  'lighthouse',
  'embedded',
  'postgres',
  'growth',
  'backup',
  'judge',
  'photos',
  'website',
  'peers',
] as const
type Section = (typeof sections)[number]

await runTool(async (args) => {
  const unknown = args.find((name) => !sections.includes(name as Section))
  if (unknown) throw new Error(`No section “${unknown}”. There are: ${sections.join(', ')}.`)
  const isSelected = (section: Section) => args.length === 0 || args.includes(section)

  if ((['bytes', 'paint', 'interaction', 'lighthouse'] as const).some(isSelected)) {
    const product = await startProduct('embedded')
    try {
      if (isSelected('bytes'))
        print('A first visit to / (compressed)', await measureBytes(product.url))
      if (isSelected('paint')) print('A slow phone', await measurePaint(product))
      if (isSelected('interaction'))
        print('Taps on a slow phone', await measureInteraction(product))
      if (isSelected('lighthouse')) print('Lighthouse, mobile', await measureLighthouse(product))
    } finally {
      await product.stop()
    }
  }
  for (const engine of ['embedded', 'postgres'] as const) {
    if (isSelected(engine)) await measureEngine(engine)
  }
  if (isSelected('growth')) {
    for (const engine of ['embedded', 'postgres'] as const) {
      const product = await startProduct(engine)
      try {
        print(`The dashboard as enquiries gather, ${engine}`, await measureGrowth(product))
      } finally {
        await product.stop()
      }
    }
  }
  if (isSelected('backup')) {
    for (const engine of ['embedded', 'postgres'] as const) {
      const product = await startProduct(engine)
      try {
        print(`Visitors during the nightly backup, ${engine}`, await measureBackup(product))
      } finally {
        await product.stop()
      }
    }
  }
  if (isSelected('photos')) {
    for (const engine of ['embedded', 'postgres'] as const) {
      const product = await startProduct(engine)
      try {
        print(`Photos with enquiries, ${engine}`, await measurePhotos(product))
      } finally {
        await product.stop()
      }
    }
  }
  if (isSelected('website')) {
    const product = await startProduct('embedded')
    try {
      print('A firm with many pages, embedded', await measureManyPages(product, seconds))
    } finally {
      await product.stop()
    }
    print('From publishing to the page, three instances', await measurePublishing())
    print('Photographs for the site', await measureSitePictures('embedded'))
  }
  // By name alone: the first run installs another framework.
  if (args.includes('peers')) {
    const product = await startProduct('embedded')
    try {
      print('Beside the same page built with Astro', await measurePeers(product))
    } finally {
      await product.stop()
    }
  }
  if (isSelected('judge')) print('The spam filter', measureJudge())
  return ''
})

async function measureEngine(engine: Engine): Promise<void> {
  const product = await startProduct(engine)
  try {
    const memoryAtRest = await product.memoryInMegabytes()
    print(`Requests, ${engine}`, await measureRequests(product, seconds))
    print(`The process, ${engine}`, await measureProcess(product, memoryAtRest))
  } finally {
    await product.stop()
  }
  print(`Bare SQL, ${engine}`, await measureBareSql(engine, seconds))
}

async function measureProcess(product: Product, memoryAtRest: number): Promise<string[][]> {
  const memoryAfterLoad = await product.memoryInMegabytes()
  return [
    ['first start', milliseconds(product.firstStartMs)],
    ['second start, after the load above', milliseconds(await product.startAgain())],
    ['memory at rest', `${memoryAtRest} MB`],
    ['memory after the load above', `${memoryAfterLoad} MB`],
  ]
}

function print(title: string, rows: string[][]): void {
  process.stdout.write(table(title, rows))
}
