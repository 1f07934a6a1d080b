// The drawn map of the area served.
import { expect, phone, test } from './support/product.ts'

for (const viewport of [phone, { width: 768, height: 900 }, { width: 1280, height: 900 }]) {
  test(`no name on the map lies on a river or on another at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    for (const path of ['/', '/malvern']) {
      await page.goto(path)
      await page.evaluate(() => document.fonts.ready)
      const clashes = await page.locator('.area-map').evaluate((map: SVGSVGElement) => {
        const names = [...map.querySelectorAll('text')].filter((text) => text.checkVisibility())
        const boxes = names.map((text) => ({ text: text.textContent, box: text.getBBox() }))
        const isIn = ({ x, y, width, height }: DOMRect, point: { x: number; y: number }) =>
          point.x > x && point.x < x + width && point.y > y + 4 && point.y < y + height - 4
        const found: string[] = []
        for (const river of map.querySelectorAll<SVGPathElement>('.river')) {
          for (let at = 0; at < river.getTotalLength(); at += 3) {
            const point = river.getPointAtLength(at)
            for (const { text, box } of boxes) if (isIn(box, point)) found.push(`river in ${text}`)
          }
        }
        for (const [i, { text, box }] of boxes.entries()) {
          for (const { text: other, box: otherBox } of boxes.slice(i + 1)) {
            const isApart =
              box.x + box.width < otherBox.x ||
              otherBox.x + otherBox.width < box.x ||
              box.y + box.height - 8 < otherBox.y ||
              otherBox.y + otherBox.height - 8 < box.y
            if (!isApart) found.push(`${text} and ${other}`)
          }
          const { width, height } = map.viewBox.baseVal
          if (box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height)
            found.push(`${text} leaves the map`)
        }
        return [...new Set(found)]
      })
      expect(clashes, path).toEqual([])
    }
  })
}
