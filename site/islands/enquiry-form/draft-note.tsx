export interface DraftNoteProps {
  /** How many photos were still on their way. */
  photosLost: number
  onDrop(): void
}

/** Explains the restored draft, and clears it, for example on a shared device. */
export function DraftNote({ photosLost, onDrop }: DraftNoteProps) {
  const photos = photosLost === 1 ? '1 photo' : `${photosLost} photos`
  return (
    <p className="draft-note">
      What you entered before is still here, and has not been sent.{' '}
      {photosLost > 0 && `${photos} had not arrived: please choose again. `}
      <button type="button" onClick={onDrop}>
        Clear it
      </button>
    </p>
  )
}
