/** A spinner with a visible label, which is announced to screen readers. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="waiting">
      <span className="spinner" aria-hidden="true" />
      <span role="status">{label}…</span>
    </div>
  )
}
