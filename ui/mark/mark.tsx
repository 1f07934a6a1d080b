// The logo mark: a hop cone hanging from a bine over a clipped hedge. It has the colour of the text
// beside it; `leaf` sets a second colour.
import { markPaths } from './mark-paths.ts'

export function Mark({ leaf = 'currentColor' }: { leaf?: string }) {
  return (
    <svg viewBox="0 0 40 40" fill="none" aria-hidden="true">
      <path d={markPaths.line} stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
      <path d={markPaths.cone} fill="currentColor" />
      <path d={markPaths.leaf} fill={leaf} />
    </svg>
  )
}
