// The form of the private page "Add photos". With script each photograph is added as soon as it is
// chosen, and there is nothing to send.
import { useEffect, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { PhotoInput } from './photos/photo-input.tsx'
import { usePhotos } from './photos/use-photos.ts'

export interface PhotoFormProps {
  action: string
  token: string
  /** How many more the enquiry can have. */
  room: number
}

export function PhotoForm({ action, token, room }: PhotoFormProps) {
  const photos = usePhotos(room, token)
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const { PhotoList, queue } = photos.loaded ?? {}
  return (
    <form
      method="post"
      action={action}
      encType="multipart/form-data"
      onSubmit={(event) => event.preventDefault()}
      {...photos.drop}
    >
      <PhotoInput ref={photos.input} onPick={photos.add} />
      {PhotoList && queue && <PhotoList queue={queue} isSent />}
      {!isHydrated && (
        <Button kind="main" className="mt-5 w-full" type="submit">
          Send the photos
        </Button>
      )}
    </form>
  )
}
