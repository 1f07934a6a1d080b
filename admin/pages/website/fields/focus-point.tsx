// The most important point of a photograph, set by a click or with the arrow keys, and the parts of it that
// pages show.
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { cropAround, type PictureCut, pictureCuts } from '#content/picture-cuts.ts'

export type Point = readonly [x: number, y: number]

export interface FocusPointProps {
  url: string
  /** Per cent from the left and from the top. */
  point: Point
  /** In per cent. */
  zoom: number
  /** Of the pages that show it. */
  cuts: PictureCut[]
  onPoint(point: Point): void
  /** Of the photograph, in pixels. */
  onWidth(width: number): void
}

const step = 2
const moves: Record<string, Point> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

export function FocusPoint(props: FocusPointProps) {
  const { url, point, zoom, cuts, onPoint, onWidth } = props
  const [x, y] = point
  const [size, setSize] = useState<{ width: number; height: number }>()
  function click(event: MouseEvent<HTMLButtonElement>) {
    // A press of Enter or the space bar has no position.
    if (event.detail === 0) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    onPoint([percent((event.clientX - left) / width), percent((event.clientY - top) / height)])
  }
  function press(event: KeyboardEvent) {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    onPoint([percent((x + move[0]) / 100), percent((y + move[1]) / 100)])
  }
  return (
    <button
      type="button"
      className="focus-point"
      aria-label={`Most important point: ${x} per cent from the left, ${y} from the top. Arrow keys move it.`}
      onClick={click}
      onKeyDown={press}
    >
      <img
        src={url}
        alt=""
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
          setSize({ width, height })
          onWidth(width)
        }}
      />
      {size &&
        cuts.map((cut) => {
          const part = cropAround(point, size, pictureCuts[cut].ratio, zoom)
          return (
            <span
              key={cut}
              className="shown-part"
              style={{
                left: `${(part.left / size.width) * 100}%`,
                top: `${(part.top / size.height) * 100}%`,
                width: `${(part.width / size.width) * 100}%`,
                height: `${(part.height / size.height) * 100}%`,
              }}
            >
              {cutNames[cut]}
            </span>
          )
        })}
      <span className="focus-mark" style={{ left: `${x}%`, top: `${y}%` }} />
    </button>
  )
}

const cutNames: Record<PictureCut, string> = {
  wide: 'Computer',
  tall: 'Phone',
  block: 'Phone',
  model: 'Shown',
  panorama: 'Shown',
}

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100)
