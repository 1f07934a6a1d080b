// Every public page in its HTML: status, styles, title, one h1, canonical, description, picture, words.
// Without a browser, which every-page.test.ts needs for the rest.
import { demoCompany, demoContent } from '#tools/demo-content.ts'
import { attributeOf, textsOf } from './support/html.ts'
import { pages } from './support/pages.ts'
import { expect, test } from './support/product.ts'
import { classesWithoutStyles } from './support/section-styles.ts'

const { towns } = demoContent

for (const path of pages) {
  test(`${path} is whole`, async ({ request }) => {
    const answer = await request.get(path)
    expect(answer.status()).toBe(200)
    const html = await answer.text()
    expect(classesWithoutStyles(html)).toEqual([])
    const [title = ''] = textsOf(html, 'title')
    expect(title.endsWith(` | ${demoCompany.name}`)).toBe(true)
    expect(title.length - ` | ${demoCompany.name}`.length).toBeGreaterThanOrEqual(10)
    expect(title.length - ` | ${demoCompany.name}`.length).toBeLessThanOrEqual(60)
    expect(textsOf(html, 'h1')).toHaveLength(1)
    expect(attributeOf(html, '<html', 'lang')).toBe('en-GB')

    const canonical = attributeOf(html, '<link rel="canonical"', 'href') ?? ''
    // SITE_URL is not set, so canonicals are on localhost.
    expect(new URL(canonical).pathname).toBe(
      path.replace(/^\/landscaping\/(astro|sleeper)-/, '/$1-'),
    )
    const description = attributeOf(html, '<meta name="description"', 'content') ?? ''
    expect(description.length).toBeGreaterThan(69)
    const image = attributeOf(html, '<meta property="og:image"', 'content') ?? ''
    expect((await request.get(new URL(image).pathname)).status()).toBe(200)
    const words = textsOf(html, 'main').join(' ').split(' ')
    expect(words.length).toBeGreaterThanOrEqual(120)
  })
}

test('no picture is seen twice on a page', async ({ request }) => {
  for (const path of pages) {
    const shown = picturesIn(await (await request.get(path)).text())
    expect.soft(shown, path).toEqual([...new Set(shown)])
  }
})

test('neighbouring towns differ in their order, and every town ends with another picture', async ({
  request,
}) => {
  const shared =
    /^(?:What we do|Work that suits|Why choose us|How a quote works|What our customers)/
  const found = await Promise.all(
    towns.map(async ({ path }) => {
      const html = await (await request.get(path)).text()
      const order = textsOf(html, 'h2').flatMap((heading) => shared.exec(heading) ?? [])
      return { path, order: order.join(), ending: picturesIn(html).at(-1) }
    }),
  )
  expect(new Set(found.map(({ ending }) => ending)).size).toBe(towns.length)
  for (const [i, { path, order }] of found.entries()) {
    expect(order, path).not.toBe(found[i - 1]?.order)
  }
})

/** Their names, in the order of the page. */
function picturesIn(html: string): (string | undefined)[] {
  const tags = html.matchAll(/<img[^>]*?pictures\/(.+?)-(?:wide|block|model|panorama)-/g)
  return [...tags].map(([, name]) => name)
}

test('every internal link of the site is alive', async ({ request }) => {
  const seen = new Set<string>()
  const dead: string[] = []
  for (const path of pages) {
    const html = await (await request.get(path)).text()
    for (const [, href] of html.matchAll(/href="(\/[^"#?]*)/g)) if (href) seen.add(href)
  }
  for (const href of seen) {
    const answer = await request.get(href, { maxRedirects: 0 })
    if (answer.status() !== 200) dead.push(`${href} ${answer.status()}`)
  }
  expect(seen.size).toBeGreaterThan(30)
  expect(dead).toEqual([])
})

test('the sitemap lists every canonical page once, and robots names it', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  )
  const canonicals = pages.filter((path) => !/^\/landscaping\/(astro|sleeper)-/.test(path))
  expect(listed.sort()).toEqual(canonicals.sort())
  expect(await (await request.get('/robots.txt')).text()).toMatch(/Sitemap: http.*\/sitemap\.xml/)
})

test('the first heading names the town', async ({ request }) => {
  for (const { path, name } of towns) {
    const [heading] = textsOf(await (await request.get(path)).text(), 'h1')
    expect(heading).toMatch(new RegExp(`^${name}.*: .+`))
  }
})
