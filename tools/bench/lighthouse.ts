// Lighthouse scores of the pages. Its 185 MB of packages are not a dependency for one table: install
// it when needed.

import { freePort } from '../postgres-server.ts'
import { launchBrowser } from './browser.ts'
import { measuredPages } from './paint.ts'
import type { Product } from './product.ts'

interface Report {
  categories: Record<string, { title: string; score: number }>
  audits: Record<string, { displayValue?: string }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>

const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

export async function measureLighthouse({ url }: Product): Promise<string[][]> {
  const lighthouse = await findLighthouse()
  if (!lighthouse) return [['not installed: npm install --no-save lighthouse@12']]
  const port = await freePort()
  const browser = await launchBrowser(`--remote-debugging-port=${port}`)
  const rows: string[][] = []
  try {
    for (const path of measuredPages) {
      const { lhr } = await lighthouse(url + path, { port, logLevel: 'error' })
      const categories = Object.values(lhr.categories)
      if (rows.length === 0) {
        const titles = categories.map(({ title }) => title)
        rows.push(['', ...titles, 'first paint', 'largest paint', 'blocked', 'shift'])
      }
      const scores = categories.map(({ score }) => String(Math.round(score * 100)))
      const values = figures.map((name) => lhr.audits[name]?.displayValue ?? '')
      rows.push([path, ...scores, ...values])
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function findLighthouse(): Promise<Lighthouse | undefined> {
  const name = 'lighthouse'
  try {
    return (await import(/* @vite-ignore */ name)).default
  } catch {
    return undefined
  }
}
