// Which texts on a page cannot be read: the contrast of each visible text to the pixels that are really
// behind it. Rules about colours in style sheets do not see what a parent hands down, or a picture.
import type { Page } from '@playwright/test'
import sharp from 'sharp'

interface Text {
  words: string
  where: string
  /** Red, green, blue and opacity, 0 to 255. */
  colour: [number, number, number, number]
  fontSize: number
  /** In pixels of the whole page. */
  boxes: { x: number; y: number; width: number; height: number }[]
}

interface Pixels {
  data: Buffer
  width: number
  height: number
}

/** From this size on letters are thick enough for less. */
const largeFrom = 24
/** The share of the pixels behind a text that may be worse: a picture has specks. */
const specks = 0.05

/** One line for each text inside these elements below 4.5:1, or 3:1 where it is large. */
export async function findIllegible(page: Page, within = 'body'): Promise<string[]> {
  await seeEverything(page)
  const texts = await page.evaluate(readTexts, within)
  const behind = await photographWithoutText(page)
  const found = texts.flatMap((text) => {
    const ratio = contrastBehind(text, behind)
    const wanted = text.fontSize >= largeFrom ? 3 : 4.5
    if (ratio === undefined || ratio >= wanted) return []
    return `${ratio.toFixed(2)}:1 "${text.words}" in ${text.where}`
  })
  return [...new Set(found)]
}

/** Pictures below the fold come when they are scrolled to. */
async function seeEverything(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const before = scrollY
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
    scrollTo({ top: before, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  })
}

async function photographWithoutText(page: Page): Promise<Pixels> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`*, ::before, ::after, ::placeholder {
      color: transparent !important; text-shadow: none !important; caret-color: transparent !important;
      text-decoration-color: transparent !important; transition: none !important }
      svg text { fill: transparent !important }`)
    document.adoptedStyleSheets.push(sheet)
  })
  const png = await page.screenshot({ fullPage: true, animations: 'disabled' })
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function contrastBehind({ colour, boxes }: Text, pixels: Pixels): number | undefined {
  const ratios: number[] = []
  for (const { x, y, width, height } of boxes) {
    for (let row = Math.ceil(y); row < Math.min(y + height, pixels.height); row += 3) {
      for (let column = Math.ceil(x); column < Math.min(x + width, pixels.width); column += 3) {
        if (row < 0 || column < 0) continue
        const at = (row * pixels.width + column) * 3
        const ground = [...pixels.data.subarray(at, at + 3)]
        ratios.push(contrast(over(colour, ground), ground))
      }
    }
  }
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length * specks)]
}

function over([r, g, b, alpha]: Text['colour'], ground: number[]): number[] {
  const part = alpha / 255
  return [r, g, b].map((value, at) => value * part + (ground[at] ?? 0) * (1 - part))
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: number[], other: number[]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: number[]): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Runs in the page. */
function readTexts(within: string): Text[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const words = walker.currentNode.textContent?.trim().replace(/\s+/g, ' ') ?? ''
    const element = walker.currentNode.parentElement
    if (!words || !element?.closest(within) || !canvas) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (element.closest(':disabled, option, noscript, [aria-disabled=true], [inert]')) continue
    const range = document.createRange()
    range.selectNode(walker.currentNode)
    const boxes = [...range.getClientRects()].filter((box) => isSeen(element, box))
    if (boxes.length === 0) continue
    const style = getComputedStyle(element)
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = element instanceof SVGElement ? style.fill : style.color
    canvas.globalAlpha = opacityOf(element)
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
    texts.push({
      words: words.slice(0, 60),
      where: `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`,
      colour: [r, g, b, alpha],
      fontSize: Number.parseFloat(style.fontSize),
      boxes: boxes.map(({ x, y, width, height }) => ({
        x: x + scrollX,
        y: y + scrollY,
        width,
        height,
      })),
    })
  }
  return texts

  function opacityOf(element: Element): number {
    let opacity = 1
    for (let at: Element | null = element; at; at = at.parentElement) {
      opacity *= Number(getComputedStyle(at).opacity)
    }
    return opacity
  }

  /** Not cut away, and, as far as the screen shows it, under nothing else. */
  function isSeen(element: Element, { x, y, width, height }: DOMRect): boolean {
    if (width < 2 || height < 2) return false
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(at)
      if (overflowX === 'visible' && overflowY === 'visible' && clipPath === 'none') continue
      const clip = at.getBoundingClientRect()
      const isCut =
        x + width / 2 < clip.left ||
        x + width / 2 > clip.right ||
        y < clip.top - 1 ||
        y + height > clip.bottom + 1
      if (isCut && at !== document.body && at !== document.documentElement) return false
    }
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    // A modal dialog hides what is behind it, also below the screen's edge.
    const modal = document.querySelector(':modal')
    if (modal) return modal.contains(element) && (!hit || modal.contains(hit))
    return !hit || element.contains(hit) || hit.contains(element)
  }
}
