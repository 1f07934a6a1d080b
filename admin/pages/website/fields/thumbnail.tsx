// The picture as visitors see it now, small: its name alone does not tell which one it is.
import { builtPictures } from 'virtual:pictures'
import { pictureCuts } from '#content/picture-cuts.ts'
import { cutOf, type Picture } from '#content/pictures.ts'
import { focusOf, isUpload, uploadedPicturePath } from '#content/uploaded-pictures.ts'

export interface ThumbnailProps {
  name: string
  /** Of a draft, which may be unfinished. */
  picture: Partial<Picture>
}

export function Thumbnail({ name, picture }: ThumbnailProps) {
  const address = addressOf(name, picture)
  return (
    <span className="site-thumbnail">
      {address && <img src={address} alt="" loading="lazy" width={96} height={54} />}
    </span>
  )
}

function addressOf(name: string, { upload, shape, focus }: Partial<Picture>): string | undefined {
  const cut = cutOf({ ...(shape && { shape }) })
  if (!Object.hasOwn(pictureCuts, cut)) return undefined
  const [width] = pictureCuts[cut].avif
  if (isUpload(upload)) {
    return uploadedPicturePath({
      ...{ upload, cut, width, format: 'avif' },
      focus: focusOf({ ...(focus && { focus }) }),
    })
  }
  const built = builtPictures[name]
  return built && `/assets/pictures/${name}-${cut}-${width}-${built.hash}.avif`
}
