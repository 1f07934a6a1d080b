// One photograph over the whole page. Arrow keys and swiping turn to the next, and it can be turned
// upright; how it is stored does not change.
import { ChevronLeft, ChevronRight, Download, RotateCw, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { downloadUrl, type EnquiryPhoto, fileName } from './photos.ts'

export interface PhotoViewProps {
  photos: EnquiryPhoto[]
  at: number
  reference: string | null
  onMove(to: number): void
  onClose(): void
}

const minSwipePixels = 40

export function PhotoView({ photos, at, reference, onMove, onClose }: PhotoViewProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const swipeFrom = useRef<number>(undefined)
  const [turns, setTurns] = useState<Record<string, number>>({})
  useEffect(() => dialog.current?.showModal(), [])
  const photo = photos[at]
  if (!photo) return null
  const quarter = (turns[photo.name] ?? 0) % 4

  function move(by: number) {
    onMove((at + by + photos.length) % photos.length)
  }
  function press(event: KeyboardEvent) {
    // Escape closes this dialog only, not the record behind it.
    event.stopPropagation()
    if (event.key === 'ArrowLeft') move(-1)
    if (event.key === 'ArrowRight') move(1)
  }
  function endSwipe({ clientX }: PointerEvent) {
    const distance = clientX - (swipeFrom.current ?? clientX)
    swipeFrom.current = undefined
    if (Math.abs(distance) >= minSwipePixels) move(distance < 0 ? 1 : -1)
  }

  return (
    <dialog
      ref={dialog}
      className="photo-view"
      aria-label={`Photo ${at + 1} of ${photos.length}`}
      onClose={onClose}
      onKeyDown={press}
    >
      <div className="photo-view-bar">
        <p aria-live="polite">
          {at + 1} of {photos.length}
        </p>
        <Button
          kind="quiet"
          aria-label="Turn"
          onClick={() => setTurns({ ...turns, [photo.name]: quarter + 1 })}
        >
          <RotateCw aria-hidden="true" />
        </Button>
        <ButtonLink
          kind="quiet"
          aria-label="Save this photo"
          href={downloadUrl(photo, reference)}
          download={fileName(photo, reference)}
        >
          <Download aria-hidden="true" />
        </ButtonLink>
        <Button kind="quiet" aria-label="Close photo" onClick={() => dialog.current?.close()}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <div
        className="photo-view-stage"
        onPointerDown={({ clientX }) => {
          swipeFrom.current = clientX
        }}
        onPointerUp={endSwipe}
        onPointerCancel={() => {
          swipeFrom.current = undefined
        }}
      >
        <img
          key={photo.name}
          src={photo.url}
          alt={`${at + 1} of ${photos.length}`}
          data-quarter={quarter}
          draggable={false}
        />
      </div>
      {photos.length > 1 && (
        <div className="photo-view-steps">
          <Button kind="quiet" aria-label="Previous photo" onClick={() => move(-1)}>
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button kind="quiet" aria-label="Next photo" onClick={() => move(1)}>
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      )}
    </dialog>
  )
}
