// What waits until the first screen is painted. The fonts: the order on a slow line is the page, its hero
// picture, then the fonts, and until they are in, the page stands in fallback fonts of the same measures.
// And the layout of what is below, so that whoever jumps, or takes a picture of the whole page, finds it.

const awaiting = 'await-fonts'
const fonts = ['700 1em "Bricolage Grotesque"', '1em Figtree']

export async function settlePage(): Promise<void> {
  const { classList } = document.documentElement
  await document
    .querySelector<HTMLImageElement>('.hero-picture')
    ?.decode()
    .catch(() => {})
  // What follows would delay the paint of the picture.
  await frame()
  if (classList.contains(awaiting)) {
    await Promise.allSettled(fonts.map((font) => document.fonts.load(font)))
  }
  // Part by part: the layout of the whole page at once could make a tap wait.
  for (const part of document.querySelectorAll('body > *, main > *')) {
    part.classList.add('settled')
    await frame()
  }
  classList.remove(awaiting)
}

/** After the next frame. */
function frame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
