// The map of the area served, and that of each town.
import { demoContent } from '#tools/demo-content.ts'
import { expect, phone } from './support/product.ts'
import { test } from './support/reader.ts'

const { towns } = demoContent

for (const viewport of [phone, { width: 768, height: 900 }, { width: 1280, height: 900 }]) {
  test(`no name on the map lies on a river or on another at ${viewport.width} px`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(viewport)
    for (const path of ['/', ...towns.map((town) => town.path)]) {
      await page.goto(path)
      await page.evaluate(() => document.fonts.ready)
      const clashes = await page.locator('.area-map, .town-map').evaluate((map: SVGSVGElement) => {
        const names = [...map.querySelectorAll('text')].filter(
          (text) => text.getClientRects().length > 0,
        )
        const boxes = names.map((text) => ({
          text: text.textContent,
          box: text.getBBox(),
          // A town on both banks of its river.
          isHere: text.closest('.map-town') !== null,
        }))
        const isIn = ({ x, y, width, height }: DOMRect, point: { x: number; y: number }) =>
          point.x > x && point.x < x + width && point.y > y + 4 && point.y < y + height - 4
        const found: string[] = []
        for (const river of map.querySelectorAll<SVGPathElement>('.river, .water')) {
          for (let at = 0; at < river.getTotalLength(); at += 3) {
            const point = river.getPointAtLength(at)
            for (const { text, box, isHere } of boxes)
              if (!isHere && isIn(box, point)) found.push(`river in ${text}`)
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
