// The shadows of the miniatures fall out of the picture and are blue as the renderer's sky. Here they
// become a neutral shade of the stone and fade before the edge, so that a block stands on any ground of
// that stone without an end showing.

/** What a full shadow takes from the light of red, green and blue: of the original, and of ours. */
const original = [0.66, 0.53, 0.36] as const
const soft = [0.46, 0.45, 0.42] as const
/** How far a pixel may be from that line, as a share of the light, and still be ground. */
const tolerance = 0.075
/** At the foot of a block its colour and the shadow's are mixed. */
const rim = { pixels: 3, tolerance: 0.2 }
/** Of the whole picture. */
const speck = 0.004
/** Heroes show a miniature in this ratio: beyond it, wide originals are only ground. */
const heroRatio = 64 / 45
/** The part of the picture over which a shadow ends. */
const fading = 0.2

export interface EvenedPicture {
  /** RGB */
  data: Buffer
  width: number
  height: number
  /** The colour of the bare ground. */
  stone: readonly number[]
}

export function softenShadow(picture: EvenedPicture): void {
  const { data, width, height, stone } = picture
  const shade = findShade(picture)
  const half = Math.min(0.5, (heroRatio * height) / (2 * width))
  const across = Float32Array.from({ length: width }, (_, x) =>
    fade(half - Math.abs((x + 0.5) / width - 0.5)),
  )
  for (let y = 0; y < height; y += 1) {
    const down = fade(0.5 - Math.abs((y + 0.5) / height - 0.5))
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const depth = shade[at] as number
      if (depth < 0) continue
      const left = depth * down * (across[x] as number)
      for (let channel = 0; channel < 3; channel += 1) {
        const bare = stone[channel] as number
        data[at * 3 + channel] = Math.round(bare * (1 - left * (soft[channel] as number)))
      }
    }
  }
}

/** 0 at the edge, 1 where `fading` is reached, without a kink. */
function fade(fromEdge: number): number {
  const t = Math.min(1, Math.max(0, fromEdge / fading))
  return t * t * (3 - 2 * t)
}

/** How deep the shade is at each pixel of the ground, which begins at the edges; -1 where it is not. */
function findShade({ data, width, height, stone }: EvenedPicture): Float32Array {
  const shade = new Float32Array(width * height).fill(-1)
  const lightAt = (at: number, channel: number) =>
    (data[at * 3 + channel] as number) / (stone[channel] as number)
  const depthAt = (at: number) => (1 - lightAt(at, 0)) / original[0]
  const isGround = (at: number, within = tolerance) => {
    const depth = depthAt(at)
    return (
      depth > -0.1 &&
      depth < 1.15 &&
      Math.abs(lightAt(at, 1) - 1 + depth * original[1]) < within &&
      Math.abs(lightAt(at, 2) - 1 + depth * original[2]) < within
    )
  }
  const setShade = (pixels: number[]) => {
    for (const at of pixels) shade[at] = Math.max(0, depthAt(at))
  }
  const seen = new Uint8Array(width * height)
  setShade(flood(edgesOf(width, height), seen, width, isGround, ground))
  // Specks in the shade that its line misses: what is part of a block is larger.
  for (let at = 0; at < seen.length; at += 1) {
    if (shade[at] !== -1 || seen[at] === island) continue
    const pixels = flood([at], seen, width, (other) => shade[other] === -1, island)
    if (pixels.length < seen.length * speck) setShade(pixels)
  }
  for (let step = 0; step < rim.pixels; step += 1) {
    const isRim = (at: number) =>
      shade[at] === -1 &&
      [at - 1, at + 1, at - width, at + width].some((beside) => (shade[beside] ?? -1) > 0.3) &&
      isGround(at, rim.tolerance)
    const grown: number[] = []
    for (let at = 0; at < shade.length; at += 1) if (isRim(at)) grown.push(at)
    setShade(grown)
  }
  return shade
}

/** Marks of pixels that a flood came to. */
const [ground, island] = [1, 2] as const

function edgesOf(width: number, height: number): number[] {
  const edges: number[] = []
  for (let x = 0; x < width; x += 1) edges.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y += 1) edges.push(y * width, y * width + width - 1)
  return edges
}

/** The pixels that are reached from `from` over those that `belongs` takes. */
function flood(
  from: number[],
  seen: Uint8Array,
  width: number,
  belongs: (at: number) => boolean,
  mark: number,
): number[] {
  const reached: number[] = []
  const visit = (at: number) => {
    if (seen[at] === mark) return
    seen[at] = mark
    if (belongs(at)) reached.push(at)
  }
  for (const at of from) visit(at)
  for (let next = 0; next < reached.length; next += 1) {
    const at = reached[next] as number
    const x = at % width
    if (x > 0) visit(at - 1)
    if (x < width - 1) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at < seen.length - width) visit(at + width)
  }
  return reached
}
