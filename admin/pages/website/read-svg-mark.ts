// Reads the shapes of a logo from an SVG file. Only geometry is taken over: scripts, links, styles and
// whatever else a file may hold are never part of the document.
import { type MarkShape, markSide } from '#content/mark.ts'

/** Why a drawing cannot be used, for the owner. */
export class UnusableDrawing extends Error {
  override name = 'UnusableDrawing'
}

interface Inherited {
  transform: string
  fill: string
  stroke: string
  strokeWidth: number
  isEvenOdd: boolean
}

/** Parts that are not drawn themselves. */
const notDrawn = new Set([
  ...['defs', 'clipPath', 'mask', 'symbol', 'pattern', 'marker', 'filter', 'linearGradient'],
  ...['radialGradient', 'style', 'script', 'title', 'desc', 'metadata', 'namedview'],
])
const notGeometry = new Set(['text', 'image', 'use', 'foreignObject', 'switch', 'video', 'a'])

export function readSvgMark(text: string): MarkShape[] {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  if (root.localName !== 'svg') throw new UnusableDrawing('This file is no SVG drawing.')
  const { transform, scale } = placeOf(root)
  const drawn: (MarkShape & { colour: string })[] = []

  function walk(element: Element, above: Inherited): void {
    const name = element.localName
    if (notDrawn.has(name)) return
    if (notGeometry.has(name)) {
      throw new UnusableDrawing(
        'The drawing holds text, pictures or references. Ask for a version that is all outlines.',
      )
    }
    const own = inherit(element, above)
    const path = pathOf(element, name)
    if (path && (own.fill !== 'none' || own.stroke !== 'none')) {
      const isLine = own.fill === 'none'
      drawn.push({
        outline: rounded(path, scale),
        transform: own.transform,
        ...(isLine && { line: own.strokeWidth }),
        ...(own.isEvenOdd && !isLine && { isEvenOdd: true as const }),
        colour: isLine ? own.stroke : own.fill,
      })
    }
    for (const child of element.children) walk(child, own)
  }

  const none = { transform, fill: 'black', stroke: 'none', strokeWidth: 1, isEvenOdd: false }
  const { transform: _, ...style } = inherit(root, none)
  for (const child of root.children) walk(child, { ...style, transform })
  if (drawn.length === 0) throw new UnusableDrawing('The drawing has no shapes.')
  const first = drawn[0]?.colour
  return drawn.map(({ colour, ...shape }) => ({
    ...shape,
    ...(colour !== first && { isSecondColour: true as const }),
  }))
}

/** Fits the drawing into the middle of the square. */
function placeOf(root: Element): { transform: string; scale: number } {
  const view = root
    .getAttribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const size = ['width', 'height'].map((name) => Number.parseFloat(root.getAttribute(name) ?? ''))
  const [x = 0, y = 0, width = 0, height = 0] = view ?? [0, 0, ...size]
  if (!(width > 0 && height > 0)) {
    throw new UnusableDrawing('The drawing does not say how large it is (viewBox).')
  }
  const scale = markSide / Math.max(width, height)
  const left = (markSide - width * scale) / 2 - x * scale
  const top = (markSide - height * scale) / 2 - y * scale
  return { transform: `translate(${short(left)} ${short(top)}) scale(${short(scale)})`, scale }
}

function inherit(element: Element, above: Inherited): Inherited {
  const read = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;!]+)`)
      .exec(element.getAttribute('style') ?? '')?.[1]
      ?.trim() ?? element.getAttribute(name)
  const transform = element.getAttribute('transform')?.trim().replaceAll(/\s+/g, ' ')
  return {
    transform: transform ? `${above.transform} ${transform}` : above.transform,
    fill: read('fill') ?? above.fill,
    stroke: read('stroke') ?? above.stroke,
    strokeWidth: Number.parseFloat(read('stroke-width') ?? '') || above.strokeWidth,
    isEvenOdd: (read('fill-rule') ?? (above.isEvenOdd ? 'evenodd' : '')) === 'evenodd',
  }
}

function pathOf(element: Element, name: string): string | undefined {
  const number = (key: string) => Number.parseFloat(element.getAttribute(key) ?? '') || 0
  const points = () =>
    element
      .getAttribute('points')
      ?.trim()
      .replaceAll(/[\s,]+/g, ' ')
  switch (name) {
    case 'path':
      return element.getAttribute('d')?.trim().replaceAll(/\s+/g, ' ')
    case 'rect':
      return rectangle(number('x'), number('y'), number('width'), number('height'), number('rx'))
    case 'circle':
      return oval(number('cx'), number('cy'), number('r'), number('r'))
    case 'ellipse':
      return oval(number('cx'), number('cy'), number('rx'), number('ry'))
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`
    case 'polyline':
      return `M${points()}`
    case 'polygon':
      return `M${points()}Z`
    default:
      return undefined
  }
}

function rectangle(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2)
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`
  const [across, down] = [width - 2 * r, height - 2 * r]
  return `M${x + r} ${y}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}Z`
}

function oval(x: number, y: number, rx: number, ry: number): string {
  const half = (to: number) => `a${rx} ${ry} 0 1 0 ${to} 0`
  return `M${x - rx} ${y}${half(2 * rx)}${half(-2 * rx)}Z`
}

const short = (value: number) => String(Number(value.toPrecision(6)))

/** To a hundredth of the square's unit. Flags of arcs may have no space behind them: those stay. */
function rounded(path: string, scale: number): string {
  if (/[Aa]/.test(path)) return path
  const decimals = Math.min(6, Math.max(0, Math.ceil(Math.log10(100 * scale))))
  return path.replaceAll(/-?\d*\.\d+(?:[eE][+-]?\d+)?/g, (digits, at: number) => {
    const value = String(Number(Number(digits).toFixed(decimals)))
    // "1.5.5" are two numbers.
    return /[\d.]/.test(path[at - 1] ?? '') && !value.startsWith('-') ? ` ${value}` : value
  })
}
