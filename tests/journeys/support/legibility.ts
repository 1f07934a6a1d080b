// Finds texts with too little contrast, measured against the pixels that are really behind each text.
// Checking colours in stylesheets would miss inherited backgrounds and pictures.
import type { Page } from '@playwright/test'
import sharp from 'sharp'

interface Text {
  words: string
  where: string
  /** Red, green, blue and opacity, 0 to 255. */
  colour: [number, number, number, number]
  fontSize: number
  /** In page coordinates. */
  boxes: { x: number; y: number; width: number; height: number }[]
}

interface Pixels {
  data: Buffer
  /** The place of the first pixel, in page coordinates. */
  left: number
  top: number
  width: number
  height: number
}

/** From this size on, text needs less contrast. */
const largeFrom = 24
/** The share of the pixels behind a text that may have less contrast: pictures have specks. */
const specks = 0.05
/** Of the picture: what is behind a text is an area, and half the size takes a quarter of the work. */
const scale = 0.5
/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance, for each value of a channel. */
const linear = Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

/**
 * One line for each text in these elements with a contrast below 4.5:1, or 3:1 if it is large. A notice may
 * come, move or go while the picture is taken, so what cannot be read is looked at twice.
 */
export async function findIllegible(page: Page, within = 'body'): Promise<string[]> {
  const first = await measureOnce(page, within)
  if (first.length === 0) return []
  const second = new Set(await measureOnce(page, within))
  return first.filter((line) => second.has(line))
}

async function measureOnce(page: Page, within: string): Promise<string[]> {
  await settle(page, within === 'body')
  const texts = await page.evaluate(readTexts, within)
  if (texts.length === 0) return [`No text in ${within}`]
  const behind = await photographWithoutText(page, texts)
  return texts.flatMap((text) => {
    const wanted = text.fontSize >= largeFrom ? 3 : 4.5
    const contrast = contrastBehind(text, behind) ?? wanted
    return contrast < wanted ? [`${contrast.toFixed(2)}:1 "${text.words}" in ${text.where}`] : []
  })
}

/** Scrolls through the page, because pictures below the fold load lazily. */
export async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const before = scrollY
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' })
      // A page that is not seen may get no frames for a while: it goes on without them.
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
        setTimeout(resolve, 500)
      })
    }
    scrollTo({ top: before, behavior: 'instant' })
  })
}

/** Waits for pictures and fonts, and ends what still moves. A whole page is seen from its top. */
async function settle(page: Page, isWhole: boolean): Promise<void> {
  await page.evaluate(async (isFromTop) => {
    if (isFromTop) scrollTo({ top: 0, behavior: 'instant' })
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
      setTimeout(resolve, 500)
    })
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
      else animation.finish()
    }
    await document.fonts.ready
    // A hidden lazy picture never loads.
    const shown = [...document.images].filter((image) => image.checkVisibility())
    await Promise.all(shown.map((image) => image.decode().catch(() => {})))
  }, isWhole)
}

/** Only the part of the page with these texts. */
async function photographWithoutText(page: Page, texts: Text[]): Promise<Pixels> {
  const boxes = texts.flatMap((text) => text.boxes)
  const left = Math.max(0, Math.floor(Math.min(...boxes.map(({ x }) => x))))
  const top = Math.max(0, Math.floor(Math.min(...boxes.map(({ y }) => y))))
  const right = Math.ceil(Math.max(...boxes.map(({ x, width }) => x + width)))
  const bottom = Math.ceil(Math.max(...boxes.map(({ y, height }) => y + height)))
  const view = await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`*, ::before, ::after, ::placeholder {
      color: transparent !important; text-shadow: none !important; caret-color: transparent !important;
      text-decoration-color: transparent !important; transition: none !important }
      svg text { fill: transparent !important }`)
    document.adoptedStyleSheets.push(sheet)
    const { scrollWidth, scrollHeight } = document.documentElement
    return {
      ...{
        left: scrollX,
        top: scrollY,
        right: scrollX + innerWidth,
        bottom: scrollY + innerHeight,
      },
      ...{ scrollWidth, scrollHeight },
    }
  })
  const width = Math.min(right, view.scrollWidth) - left
  const height = Math.min(bottom, view.scrollHeight) - top
  const isInView =
    left >= view.left && top >= view.top && right <= view.right && bottom <= view.bottom
  // Not `page.screenshot`: its compression costs more than everything else.
  const devTools = await page.context().newCDPSession(page)
  const { data: png } = await devTools.send('Page.captureScreenshot', {
    clip: { x: left, y: top, width, height, scale },
    captureBeyondViewport: !isInView,
    optimizeForSpeed: true,
  })
  await devTools.detach()
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  const { data, info } = await sharp(Buffer.from(png, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, left, top, width: info.width, height: info.height }
}

/** The contrast that all but a few specks have. */
function contrastBehind({ colour, boxes }: Text, pixels: Pixels): number | undefined {
  const counts = new Map<number, number>()
  let total = 0
  for (const { x, y, width, height } of boxes) {
    const toRow = Math.min((y + height - pixels.top) * scale, pixels.height)
    const toColumn = Math.min((x + width - pixels.left) * scale, pixels.width)
    for (let row = first(y - pixels.top); row < toRow; row += 1) {
      for (let column = first(x - pixels.left); column < toColumn; column += 1) {
        const ground = pixels.data.readUIntBE((row * pixels.width + column) * 3, 3)
        counts.set(ground, (counts.get(ground) ?? 0) + 1)
        total += 1
      }
    }
  }
  const ratios = [...counts].map(([ground, count]) => [contrast(colour, ground), count] as const)
  let left = Math.floor(total * specks)
  for (const [ratio, count] of ratios.sort(([a], [b]) => a - b)) {
    if (left < count) return ratio
    left -= count
  }
  return undefined
}

const first = (distance: number) => Math.max(Math.ceil(distance * scale), 0)

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast([r, g, b, alpha]: Text['colour'], ground: number): number {
  const [groundR, groundG, groundB] = [ground >> 16, (ground >> 8) & 255, ground & 255]
  const over = (value: number, below: number) =>
    Math.round(value * (alpha / 255) + below * (1 - alpha / 255))
  const one = luminance(over(r, groundR), over(g, groundG), over(b, groundB))
  const other = luminance(groundR, groundG, groundB)
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function luminance(r: number, g: number, b: number): number {
  return 0.2126 * (linear[r] ?? 0) + 0.7152 * (linear[g] ?? 0) + 0.0722 * (linear[b] ?? 0)
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
    const boxes = [...range.getClientRects()]
      .filter((box) => isSeen(element, box))
      .map((box) => withinScrollers(element, box))
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

  /** A row that scrolls sideways may show half of a word: what is behind the other half is elsewhere. */
  function withinScrollers(element: Element, { x, y, width, height }: DOMRect): DOMRect {
    let [left, right] = [x, x + width]
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (!['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) continue
      const clip = at.getBoundingClientRect()
      left = Math.max(left, clip.left)
      right = Math.min(right, clip.right)
    }
    return new DOMRect(left, y, Math.max(0, right - left), height)
  }

  /** Not clipped, and not covered by another element. */
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
    // A modal dialog hides everything behind it, outside the viewport too.
    const modal = document.querySelector(':modal, dialog:popover-open')
    if (modal) return modal.contains(element) && (!hit || modal.contains(hit))
    // A notice may lie over a part of it for a few seconds, and an open menu until it is closed.
    const isUnder = [...document.querySelectorAll('.notice, :popover-open')].some((front) => {
      const { left, right, top, bottom } = front.getBoundingClientRect()
      const isOver = left < x + width && right > x && top < y + height && bottom > y
      return isOver && !front.contains(element)
    })
    return !isUnder && (!hit || element.contains(hit) || hit.contains(element))
  }
}
