// The order on a slow line: the page, its hero picture, then the fonts. Until they are in, the page stands
// in fallback fonts of the same measures. Later pages find the fonts in the cache and have them from the
// first paint; without script the browser loads them as any others.

const fonts = {
  'await-heading-font': '700 1em "Bricolage Grotesque"',
  'await-text-font': '1em Figtree',
}

export async function loadFonts(): Promise<void> {
  const { classList } = document.documentElement
  const awaited = Object.entries(fonts).filter(([name]) => classList.contains(name))
  await document
    .querySelector<HTMLImageElement>('.hero-picture')
    ?.decode()
    .catch(() => {})
  // What follows would delay the paint of the picture.
  await frame()
  await Promise.allSettled(awaited.map(([, font]) => document.fonts.load(font)))
  // One after the other: the layout for both at once could make a tap wait.
  for (const [name] of awaited) {
    classList.remove(name)
    await frame()
  }
}

/** After the next frame. */
function frame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
