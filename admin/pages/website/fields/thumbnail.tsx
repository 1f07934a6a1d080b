// The picture as the saved draft has it, small: its name alone does not tell which one it is.
import { builtPictures } from 'virtual:pictures'
import { useEffect, useState } from 'react'
import { pictureCuts } from '#content/picture-cuts.ts'
import { cutOf, type Picture } from '#content/pictures.ts'
import { framing, isUpload, uploadedPicturePath } from '#content/uploaded-pictures.ts'

export interface ThumbnailProps {
  name: string
  /** As it is saved, which may be unfinished: of other crops there is no picture yet. */
  picture: Partial<Picture>
}

export function Thumbnail({ name, picture }: ThumbnailProps) {
  const address = useLoaded(addressOf(name, picture))
  return (
    <span className="site-thumbnail">
      {address && <img src={address} alt="" loading="lazy" width={96} height={54} />}
    </span>
  )
}

const retryMs = 1_000
const maxTries = 6

/** The address once its picture is there; until then the one before. */
function useLoaded(address: string | undefined): string | undefined {
  const [shown, setShown] = useState(address)
  useEffect(() => {
    if (address === shown || !address) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let tries = 0
    const picture = new Image()
    picture.onload = () => setShown(address)
    // The server notices a new crop within half a second.
    picture.onerror = () => {
      tries += 1
      if (tries < maxTries) timer = setTimeout(load, retryMs)
    }
    const load = () => {
      picture.src = address
    }
    load()
    return () => {
      clearTimeout(timer)
      picture.onload = null
      picture.onerror = null
    }
  }, [address, shown])
  return shown
}

function addressOf(name: string, picture: Partial<Picture>): string | undefined {
  const { upload, shape } = picture
  const cut = cutOf({ ...(shape && { shape }) })
  if (!Object.hasOwn(pictureCuts, cut)) return undefined
  const [width] = pictureCuts[cut].avif
  if (isUpload(upload)) {
    return uploadedPicturePath({ upload, cut, width, format: 'avif', ...framing(picture) })
  }
  const built = builtPictures[name]
  return built && `/assets/pictures/${name}-${cut}-${width}-${built.hash}.avif`
}
