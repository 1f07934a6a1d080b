// The bytes of a first visit, found in the page: preloads, links and scripts.

export async function measureBytes(url: string): Promise<string[][]> {
  const html = await (await fetch(`${url}/`)).text()
  const page = await sizeOf(`${url}/`)
  const scripts = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  )
  const fonts = [...html.matchAll(/url\((\/assets\/fonts\/\w+-latin-\w+\.woff2)\)/g)].map(
    ([, path]) => path ?? '',
  )
  const script = await total(url, scripts)
  const font = await total(url, fonts)
  const island = await total(url, await islandScripts(url, scripts))
  const heroes = [...html.matchAll(/imageSrcSet="([^"]+)"/gi)].flatMap(([, set]) =>
    (set ?? '').split(', ').map((one) => one.split(' ')),
  )
  const hero = async (name: RegExp) => {
    const [path] = heroes.find(([candidate]) => name.test(candidate ?? '')) ?? []
    return path ? sizeOf(url + path) : 0
  }
  return [
    ['HTML with styles', kilobytes(page), 'at most 14 KB'],
    ['script before any touch', kilobytes(script), 'at most 3 KB'],
    ['script after using the form', kilobytes(script + island), 'at most 75 KB'],
    ['fonts', kilobytes(font), ''],
    ['everything but the hero picture', kilobytes(page + script + font), 'at most 60 KB'],
    ['hero picture, phone', kilobytes(await hero(/tall-720/)), 'at most 25 KB'],
    ['hero picture, 1600 px', kilobytes(await hero(/wide-1600/)), 'at most 110 KB'],
  ]
}

/** The scripts that the page loads on the first interaction. */
async function islandScripts(url: string, scripts: string[]): Promise<string[]> {
  const found = new Set<string>()
  const follow = async (path: string) => {
    const source = await (await fetch(url + path)).text()
    for (const [, file] of source.matchAll(/["'`](?:\.\/|assets\/)([\w-]+\.js)["'`]/g)) {
      const next = `/assets/${file}`
      if (found.has(next) || scripts.includes(next)) continue
      found.add(next)
      await follow(next)
    }
  }
  for (const script of scripts) await follow(script)
  return [...found]
}

async function total(url: string, pathsToAdd: string[]): Promise<number> {
  const sizes = await Promise.all(pathsToAdd.map((path) => sizeOf(url + path)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function sizeOf(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
  return Number(answer.headers.get('content-length'))
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}
