// The most important point of a photograph, set by a click or with the arrow keys.
import type { KeyboardEvent, MouseEvent } from 'react'

export type Point = readonly [x: number, y: number]

export interface FocusPointProps {
  url: string
  /** Per cent from the left and from the top. */
  point: Point
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

export function FocusPoint({ url, point: [x, y], onPoint, onWidth }: FocusPointProps) {
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
      <img src={url} alt="" onLoad={({ currentTarget }) => onWidth(currentTarget.naturalWidth)} />
      <span style={{ left: `${x}%`, top: `${y}%` }} />
    </button>
  )
}

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100)
