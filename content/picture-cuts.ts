// The crops and widths in which the build makes pictures: two for those that can be heroes, one for the
// others.
import type { Picture } from './pictures.ts'

export const pictureCuts = {
  /** The aspect ratio of the original. */
  wide: { ratio: 16 / 9, avif: [400, 640, 960, 1280, 1600], webp: [640, 1280] },
  /**
   * For phones in portrait orientation. One width, so that its address is known before the page is
   * read: see `preloadOnPhones` in site/sections/hero-picture.tsx.
   */
  tall: { ratio: 9 / 10, avif: [720], webp: [540] },
  /** The whole block of a miniature, with little of its ground. */
  block: { ratio: 64 / 45, avif: [360, 540, 720, 960, 1280], webp: [720] },
  /** Models beside text: never heroes, so only the widths of their slots. */
  model: { ratio: 4 / 3, avif: [400, 640, 960, 1200], webp: [640] },
  panorama: { ratio: 8 / 3, avif: [640, 1280, 1600], webp: [1280] },
} as const

export type PictureCut = keyof typeof pictureCuts

/** On phones a hero shows a scene tall, and a miniature whole. */
export function cutsOf({ family, shape }: Pick<Picture, 'family' | 'shape'>): PictureCut[] {
  if (shape) return [shape]
  return ['wide', family === 'scene' ? 'tall' : 'block']
}

/**
 * Maximum bytes: a hero image on a phone and on a large screen, and the largest of the others. Phones
 * have two pixels and more where the eye sees one, so the loss at 720 px is not seen; the delay is.
 */
export const budgets = [
  { cut: 'tall', width: 720, bytes: 22_500 },
  { cut: 'block', width: 720, bytes: 18_000 },
  { cut: 'wide', width: 1600, bytes: 110_000 },
  { cut: 'model', width: 1200, bytes: 60_000 },
  { cut: 'panorama', width: 1600, bytes: 80_000 },
] as const

/** Of a width for which there is no budget: bytes grow a little less than the number of pixels. */
export function budgetOf(cut: PictureCut, width: number): number {
  const budget = budgets.find((known) => known.cut === cut)
  if (!budget) return Number.POSITIVE_INFINITY
  return Math.max(8_000, Math.round(budget.bytes * (width / budget.width) ** 1.6))
}

/**
 * The largest part of the picture with that ratio, with the focus as near to its middle as can be; zoomed
 * in, a smaller part.
 */
export function cropAround(
  [x, y]: readonly [number, number],
  size: { width: number; height: number },
  ratio: number,
  zoom = 100,
) {
  const part = (pixels: number) => Math.max(1, Math.round((pixels * 100) / zoom))
  const width = part(Math.min(size.width, size.height * ratio))
  const height = part(Math.min(size.height, size.width / ratio))
  const start = (percent: number, whole: number, part: number) =>
    Math.max(0, Math.min(whole - part, Math.round((whole * percent) / 100 - part / 2)))
  return {
    left: start(x, size.width, width),
    top: start(y, size.height, height),
    width,
    height,
  }
}
