// The order on a slow line: the page, its hero picture, then the fonts. Until they are in, the page stands
// in fallback fonts of the same measures. Later pages find the fonts in the cache and have them from the
// first paint; without script the browser loads them as any others.

const awaiting = 'await-fonts'
const fonts = ['700 1em "Bricolage Grotesque"', '1em Figtree']

export async function loadFonts(): Promise<void> {
  const { classList } = document.documentElement
  if (!classList.contains(awaiting)) return
  await document
    .querySelector<HTMLImageElement>('.hero-picture')
    ?.decode()
    .catch(() => {})
  // What follows would delay the paint of the picture.
  await frame()
  await Promise.allSettled(fonts.map((font) => document.fonts.load(font)))
  // Part by part: the layout of the whole screen at once could make a tap wait.
  for (const part of document.querySelectorAll('body > *, main > *')) {
    part.classList.add('has-fonts')
    await frame()
  }
  classList.remove(awaiting)
}

/** After the next frame. */
function frame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
