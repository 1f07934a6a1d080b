// The mark: a hop cone that hangs from a bine over a clipped hedge line. One colour at a time, taken
// from the text beside it; `leaf` may differ for the two-colour form.

export function Mark({ leaf = 'currentColor' }: { leaf?: string }) {
  return (
    <svg viewBox="0 0 40 40" fill="none" aria-hidden="true">
      <path d={markPaths.line} stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
      <path d={markPaths.cone} fill="currentColor" />
      <path d={markPaths.leaf} fill={leaf} />
    </svg>
  )
}

export const markPaths = {
  line: 'M4 36h32M20 11V5c0-2 1.5-3 3.5-3',
  cone: 'M20 10c2.2 1.6 3.2 3.4 3.3 5.3 2.3.7 4 2.2 4.6 4.3-1.1 1.1-2.3 1.8-3.7 2 .9 1.8.8 3.7-.1 5.5-1.3.1-2.4-.2-3.3-.8.1 2-.2 3.7-.8 5.2-.6-1.5-.9-3.2-.8-5.2-.9.6-2 .9-3.3.8-.9-1.8-1-3.7-.1-5.5-1.4-.2-2.6-.9-3.7-2 .6-2.1 2.3-3.6 4.6-4.3.1-1.9 1.1-3.7 3.3-5.3Z',
  leaf: 'M24 9c1-4 4.5-6.5 10-6 .2 5-3.5 8-8.5 7.5M16 9.5C14.5 6 11 4.2 6 5.5c.8 4.6 4.5 6.6 9 5.5',
}
