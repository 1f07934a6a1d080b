// The cuts and widths in which every picture is made. The build makes them; pages choose from them.

export const pictureCuts = {
  /** As the master. */
  wide: { ratio: 16 / 9, avif: [400, 640, 960, 1280, 1600], webp: [640, 1280] },
  /** For a phone held upright. */
  tall: { ratio: 4 / 5, avif: [360, 540, 720], webp: [540] },
} as const

export type PictureCut = keyof typeof pictureCuts
