// The chosen photographs with their progress. This file and what it imports are loaded with the first one.
import { type MouseEvent, useSyncExternalStore } from 'react'
import { photoProblems } from '#schemas/photo-problems.ts'
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
  const surplus = photos.filter(({ problem }) => problem === photoProblems.too_many)
  const [firstLeftOut] = surplus
  // Of many there is one line.
  const shown = photos.filter((photo) => photo === firstLeftOut || !surplus.includes(photo))
  return (
    <div className="photo-list">
      <link rel="stylesheet" href={styles} precedence="default" />
      <ul aria-label="Your photos">
        {shown.map((photo, at) => {
          const removed = photo === firstLeftOut ? surplus : [photo]
          const name = removed.length > 1 ? `${removed.length} files:` : photo.name
          return (
            <li key={photo.key} className={photo.problem && 'photo-refused'}>
              <PhotoItem photo={{ ...photo, name }} label={`Photo ${at + 1}`} />
              {(!isSent || photo.problem) && photo.state !== 'added' && (
                <button
                  type="button"
                  aria-label={photo.problem ? `Dismiss ${name}` : `Remove photo ${at + 1}`}
                  onClick={(event) => {
                    focusNeighbour(event)
                    for (const { key } of removed) queue.remove(key)
                  }}
                >
                  ×
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <p aria-live="polite">{formatState(photos, isSent)}</p>
    </div>
  )
}

/** The button goes with its photograph: the keyboard goes on at the next one, or where photos are added. */
function focusNeighbour({ currentTarget }: MouseEvent<HTMLElement>): void {
  const buttons = [...(currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(currentTarget as HTMLButtonElement)
  const next = buttons[at + 1] ?? buttons[at - 1]
  const input = currentTarget.closest('form')?.querySelector<HTMLElement>('[type=file]')
  ;(next ?? input)?.focus()
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
  const refused = photos.filter(({ problem }) => problem).length
  const files = refused === 1 ? '1 file' : `${refused} files`
  return [formatGood(photos, isSent), refused > 0 && `${files} could not be added.`]
    .filter(Boolean)
    .join(' ')
}

function formatGood(photos: Photo[], isSent: boolean): string {
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
