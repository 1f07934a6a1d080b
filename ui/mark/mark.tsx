// The mark: a hop cone that hangs from a bine over a clipped hedge line. One colour at a time, taken
// from the text beside it; `leaf` may differ for the two-colour form.
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
