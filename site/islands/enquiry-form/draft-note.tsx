/** Says why the form is not empty, and empties it for a visitor who shares the device. */
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
