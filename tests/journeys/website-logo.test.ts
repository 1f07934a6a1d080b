// The owner brings a logo of their own: pages, icons and emails follow, and nothing else of the file does.
import { findViolations } from './support/axe.ts'
import { signIn } from './support/dashboard.ts'
import { startOwnProduct } from './support/own-product.ts'
import { admin, desktop, expect, phone, test } from './support/product.ts'
import { expectSaved, openDocument, publicText, publishAll, visit } from './support/website.ts'

test.describe.configure({ timeout: 180_000 })

const svg = (inner: string, box = 'viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${box} onload="fetch('/stolen')">${inner}</svg>`
const drawing = svg(`
  <script>fetch('/stolen')</script><style>*{fill:url(https://evil.test)}</style>
  <g transform="translate(10 0)" fill="#0a0">
    <path d="M0 0.1234567h20.55.5v30Z" onclick="fetch('/stolen')"/>
    <circle cx="60" cy="25" r="20" style="fill: red; stroke: none"/>
  </g>
  <line x1="0" y1="49" x2="100" y2="49" fill="none" stroke="#0a0" stroke-width="2"/>`)

for (const [screen, viewport] of Object.entries({ phone, desktop })) {
  test(`a logo is replaced and taken back, on a ${screen}`, async ({ browser }) => {
    const product = await startOwnProduct()
    const page = await browser.newPage({ baseURL: product.url, viewport })
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    try {
      await signIn(page, admin, '/admin/website')
      await openDocument(page, 'Logo')
      const file = (text: string, name = 'logo.svg') => ({
        ...{ name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) },
      })
      const input = page.getByLabel('Drawing of the logo')
      for (const [text, words] of [
        ['a photograph', 'This file is no SVG drawing.'],
        [svg('<text>Hop</text>'), 'all outlines'],
        [svg('<image href="/x.png"/>'), 'all outlines'],
        [svg('<rect width="9" height="9"/>', ''), 'how large it is'],
        [svg('<defs><path d="M1 1h1"/></defs>'), 'no shapes'],
        [svg('x'.repeat(500_001)), 'too large'],
      ] as const) {
        await input.setInputFiles(file(text))
        await expect(page.getByText(words)).toBeVisible()
      }
      await input.setInputFiles(file(svg(`<path d="M1 1${'h1 v1 '.repeat(900)}"/>`)))
      await expect(page.getByText(/characters/).first()).toBeVisible()
      await input.setInputFiles(file(drawing))
      await expectSaved(page)
      expect(await findViolations(page)).toEqual([])
      const before = await publicText(product, '/about')
      expect(before).toContain('M5 36.5h30')
      expect(await publishAll(page)).toContain('Another logo')

      await expect.poll(() => publicText(product, '/about')).not.toContain('M5 36.5h30')
      const html = await publicText(product, '/about')
      expect(html).toContain(
        '<path d="M0 0.12h20.55 0.5v30Z" transform="translate(0 10) scale(0.4) translate(10 0)" fill="currentColor"></path>',
      )
      expect(html).not.toMatch(/stolen|evil\.test/)
      const icon = await publicText(product, '/icon.svg')
      expect(icon).toContain('a20 20 0 1 0 40 0')
      expect(icon).toContain('fill="#d7f205"')
      expect(icon).not.toMatch(/stolen|evil\.test/)
      for (const [path, type] of [
        ['/favicon.ico', 'image/x-icon'],
        ['/apple-touch-icon.png', 'image/png'],
        ['/icon-512.png', 'image/png'],
      ] as const) {
        const answer = await visit(product, path)
        expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, type])
      }
      expect(requests.filter((url) => /stolen|evil/.test(url))).toEqual([])

      await page.getByRole('button', { name: 'History' }).click()
      await page.getByRole('button', { name: 'Undo the last publication' }).click()
      await expect.poll(() => publicText(product, '/about')).toBe(before)
      expect(await publicText(product, '/icon.svg')).not.toContain('a20 20 0 1 0 40 0')
    } finally {
      await page.close()
      await product.remove()
    }
  })
}
