// The chosen photographs with their progress. This file and what it imports are loaded with the first one.
import { useSyncExternalStore } from 'react'
import styles from './photo-list.css?url'
import type { Photo, PhotoQueue } from './photo-queue.ts'

export { createQueue } from './photo-queue.ts'

export interface PhotoListProps {
  queue: PhotoQueue
  /** After the enquiry is sent, what is on its way can no longer be removed. */
  isSent?: boolean
}

export function PhotoList({ queue, isSent = false }: PhotoListProps) {
  const all = useSyncExternalStore(queue.subscribe, queue.photos)
  // Refused ones are lines of text, below the pictures.
  const photos = [...all].sort((one, other) => Number(!!one.problem) - Number(!!other.problem))
  if (photos.length === 0) return null
  return (
    <div className="photo-list">
      <link rel="stylesheet" href={styles} precedence="default" />
      <ul aria-label="Your photos">
        {photos.map((photo, at) => (
          <li key={photo.key} className={photo.problem && 'photo-refused'}>
            <PhotoItem photo={photo} label={`Photo ${at + 1}`} />
            {(!isSent || photo.problem) && photo.state !== 'added' && (
              <button
                type="button"
                aria-label={`Remove photo ${at + 1}`}
                onClick={() => queue.remove(photo.key)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      <p aria-live="polite">{formatState(photos, isSent)}</p>
    </div>
  )
}

function PhotoItem({ photo, label }: { photo: Photo; label: string }) {
  const { thumbnail, progress, problem, name, state } = photo
  if (problem) {
    return (
      <p>
        <strong>{name}</strong> {problem}
      </p>
    )
  }
  return (
    <>
      {thumbnail && <img src={thumbnail} alt={label} />}
      {state === 'uploaded' || state === 'added' ? (
        <span className="photo-done" aria-hidden="true">
          ✓
        </span>
      ) : (
        <progress
          aria-label={`${label} is being sent`}
          value={state === 'sending' ? progress : undefined}
        />
      )}
    </>
  )
}

function formatState(photos: Photo[], isSent: boolean): string {
  const good = photos.filter(({ problem }) => !problem)
  const isDone = ({ state }: Photo) => state === 'added' || (!isSent && state === 'uploaded')
  const left = good.filter((photo) => !isDone(photo))
  if (good.length === 0) return ''
  if (left.length === 0) {
    const all = good.length === 1 ? '1 photo' : `${good.length} photos`
    return good.every(({ state }) => state === 'added')
      ? `${all} added to your enquiry.`
      : `${all} ready.`
  }
  const waiting = left.some(({ state }) => state === 'waiting') ? ' It goes on by itself.' : ''
  const many = left.length === 1 ? '1 photo is' : `${left.length} photos are`
  return isSent
    ? `${many} still on the way. Please leave this page open.`
    : `${many} still on the way: you need not wait for that.${waiting}`
}
