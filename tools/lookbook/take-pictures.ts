import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { demoAdmin } from '../demo/fill.ts'
import type { Scene } from './scene.ts'
import { layOutWholePages } from './whole-pages.ts'

export type Scheme = 'light' | 'dark'

export interface Chapter {
  title: string
  scenes: Scene[]
  schemes: Scheme[]
  isSignedIn?: boolean
}

export interface Picture {
  file: string
  chapter: string
  scene: string
  scheme: Scheme
  width: number
  /** Why the state could not be reached; the screenshot shows how far it got. */
  problem?: string
}

export interface TakePicturesOptions {
  browser: Browser
  url: string
  out: string
  chapters: Chapter[]
  widths: number[]
  onTaken(file: string): void
}

const heights: Record<number, number> = { 360: 740, 768: 1024, 1024: 768, 1280: 800, 1920: 1080 }
const waitMs = 10_000

export async function takePictures(options: TakePicturesOptions): Promise<Picture[]> {
  const { browser, url, out, chapters, widths, onTaken } = options
  const pictures: Picture[] = []
  for (const { title, scenes, schemes, isSignedIn } of chapters) {
    if (scenes.length === 0) continue
    const session = isSignedIn ? await signIn(browser, url) : undefined
    for (const scheme of schemes) {
      for (const width of widths) {
        const context = await browser.newContext({
          baseURL: url,
          colorScheme: scheme,
          reducedMotion: 'reduce',
          viewport: { width, height: heights[width] ?? 900 },
          ...(session && { storageState: session }),
        })
        await blockOtherHosts(context, url)
        for (const scene of scenes) {
          const file = `${nameOf(`${title} ${scene.name} ${scheme} ${width}`)}.png`
          const problem = await takePicture(context, scene, join(out, file))
          pictures.push({ file, chapter: title, scene: scene.name, scheme, width, ...problem })
          onTaken(file)
        }
        await context.close()
      }
    }
  }
  return pictures
}

async function takePicture(
  context: BrowserContext,
  scene: Scene,
  path: string,
): Promise<{ problem: string } | undefined> {
  const page = await context.newPage()
  page.setDefaultTimeout(waitMs)
  try {
    await page.addInitScript(layOutWholePages)
    await page.goto(scene.path)
    await settle(page)
    await scene.act?.(page)
    await settle(page)
    return undefined
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : `${error}` }
  } finally {
    if (!scene.isScreen) await loadPictures(page)
    await page.screenshot({ path, fullPage: !scene.isScreen })
    await page.close()
  }
}

/** Waits for requests and animations to finish; for a hanging request only briefly. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {})
  await page.waitForTimeout(150)
}

/** Scrolls through the page to load lazy images. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await page.waitForTimeout(250)
}

/** Blocks other hosts, and answers the cookie banner unless a scene clears that. */
async function blockOtherHosts(context: BrowserContext, url: string): Promise<void> {
  await context.route(
    (address) => address.origin !== url,
    (route) => route.abort(),
  )
  const page = await context.newPage()
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('tag-manager-consent', 'no'))
  await page.close()
}

async function signIn(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(demoAdmin.email)
  await page.getByLabel('Password', { exact: true }).fill(demoAdmin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('tab', { name: 'Users' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

function nameOf(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
