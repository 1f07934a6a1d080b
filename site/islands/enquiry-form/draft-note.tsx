/** Explains the restored draft, and clears it, for example on a shared device. */
export function DraftNote({ onDrop }: { onDrop(): void }) {
  return (
    <p className="draft-note">
      What you typed before is still here, and has not been sent.{' '}
      <button type="button" onClick={onDrop}>
        Clear it
      </button>
    </p>
  )
}
