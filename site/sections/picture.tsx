// Pictures in the sizes that the build made. Heroes load at once (hero-picture.tsx), other pictures
// lazily (hydration/lazy-pictures.ts).
import { builtPictures } from 'virtual:pictures'
import { type PictureCut, pictureCuts } from '#content/picture-cuts.ts'
import { cutOf, type Picture, type Pictures } from '#content/pictures.ts'
import { framing, uploadedPicturePath } from '#content/uploaded-pictures.ts'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import css from './picture.css?inline'
import shapesCss from './picture-shapes.css?inline'

export type ShownFormat = 'avif' | 'webp'

/** The `srcset` of a picture in one crop. */
export function sources(
  name: string,
  cut: PictureCut,
  format: ShownFormat,
  pictures: Pictures,
): string {
  return pictureCuts[cut][format]
    .map((width) => `${pictureFile(name, cut, width, format, pictures)} ${width}w`)
    .join(', ')
}

/** The address of a picture in one size. */
export function pictureFile(
  name: string,
  cut: PictureCut,
  width: number,
  format: ShownFormat,
  pictures: Pictures,
): string {
  const picture = pictures[name]
  if (picture?.upload) {
    const { upload } = picture
    return uploadedPicturePath({ upload, ...framing(picture), cut, width, format })
  }
  const { hash } = builtPictures[name] ?? missing
  return `/assets/pictures/${name}-${cut}-${width}-${hash}.${format}`
}

export function hasPicture(name: string, pictures: Pictures): boolean {
  return pictures[name]?.upload !== undefined || builtPictures[name] !== undefined
}

/** An owner's photograph is a scene, even where it replaces a miniature. */
export function familyOf(name: string, pictures: Pictures): Picture['family'] {
  if (pictures[name]?.upload) return 'scene'
  return builtPictures[name]?.family ?? pictures[name]?.family ?? 'scene'
}

/**
 * Styles that show a hero's placeholder until it has loaded. Lazy pictures have the plain ground of
 * stone: each placeholder would cost the page a hundred bytes.
 */
export function placeholderStyles(names: Iterable<string>): string {
  return [...new Set(names)]
    .map((name) => {
      const placeholder = builtPictures[name]?.placeholder
      return placeholder ? `.p-${name}{background-image:url(${placeholder})}` : ''
    })
    .join('')
}

export interface LazyPictureProps {
  name: string
  /** The `sizes` attribute, e.g. `(min-width: 64rem) 40vw, 100vw`. */
  sizes: string
  className?: string
  /** For a picture in a link with its own text: empty `alt`. */
  isDecoration?: boolean
}

export function LazyPicture({ name, sizes, className, isDecoration }: LazyPictureProps) {
  const { pictures } = useContent()
  const picture = pictures[name]
  if (!picture || !hasPicture(name, pictures)) return null
  const { alt } = picture
  const cut = cutOf(picture)
  const isWide = cut === 'wide'
  const side = sideOf(picture)
  const classes = ['lazy picture', !isWide && `picture-${cut}`, side && `at-${side}`, className]
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <Stylesheet css={css} />
      {side && <Stylesheet css={`.at-${side} img{object-position:${side}%}`} />}
      {!isWide && <Stylesheet css={shapesCss} />}
      <noscript>
        <picture>
          <source type="image/avif" srcSet={sources(name, cut, 'avif', pictures)} sizes={sizes} />
          <img
            srcSet={sources(name, cut, 'webp', pictures)}
            sizes={sizes}
            alt={isDecoration ? '' : alt}
            width={1600}
            height={1600 / pictureCuts[cut].ratio}
            loading="lazy"
          />
        </picture>
      </noscript>
    </div>
  )
}

const missing = { hash: '' }

/**
 * The `object-position` of a picture in a narrower frame: with its subject in the middle if there is
 * enough of the picture on both sides. A frame of 4:3 hides a quarter of the width, a square nearly half.
 * An upload has been cut around its subject already.
 */
function sideOf({ focus, upload }: Picture): `${number}` | undefined {
  if (!focus || upload) return undefined
  const hidden = 1 / 3
  const side = Math.round(50 + (focus[0] - 50) / hidden)
  return side === 50 ? undefined : `${Math.min(100, Math.max(0, side))}`
}
