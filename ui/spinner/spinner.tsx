/** Says what is being waited for, also to those who do not see it turn. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="waiting">
      <span className="spinner" aria-hidden="true" />
      <span role="status">{label}…</span>
    </div>
  )
}
