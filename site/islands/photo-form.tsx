// The form of the private page "Add photos". With script each photograph is added as soon as it is
// chosen, and there is nothing to send.
import { useEffect, useState } from 'react'
import { maxPhotos } from '#schemas/enquiry-photos.ts'
import { Button } from '#ui/button/button.tsx'
import { PhotoInput } from './photos/photo-input.tsx'
import { usePhotos, useQueuedPhotos } from './photos/use-photos.ts'

export interface PhotoFormProps {
  action: string
  token: string
  /** How many the enquiry had when the page was made. */
  count: number
}

export function PhotoForm({ action, token, count: before }: PhotoFormProps) {
  const photos = usePhotos({ room: maxPhotos - before, token })
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const { PhotoList, queue } = photos.loaded ?? {}
  const added = useQueuedPhotos(queue).filter(({ state }) => state === 'added')
  const count = before + added.length
  return (
    <>
      <p>{formatCount(count)}</p>
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        onSubmit={(event) => event.preventDefault()}
        {...photos.drop}
      >
        {count < maxPhotos && <PhotoInput ref={photos.input} onPick={photos.add} />}
        {PhotoList && queue && <PhotoList queue={queue} isSent />}
        {!isHydrated && count < maxPhotos && (
          <Button kind="main" className="mt-5 w-full" type="submit">
            Send the photos
          </Button>
        )}
      </form>
    </>
  )
}

function formatCount(count: number): string {
  if (count === 0) return `You can add up to ${maxPhotos} photos.`
  const has = count === 1 ? 'Your enquiry has 1 photo' : `Your enquiry has ${count} photos`
  return count < maxPhotos
    ? `${has}, and you can add ${maxPhotos - count} more.`
    : `${has}, which is as many as it can have.`
}
