// Pictures in the sizes that the build made. Heroes load at once; everything else when it comes near
// the view (see hydration/lazy-pictures.ts).
import { builtPictures } from 'virtual:pictures'
import { type PictureCut, pictureCuts } from '#content/picture-cuts.ts'
import { type PictureName, pictures } from '#content/pictures.ts'
import { Placeholder, Stylesheet } from '../page-needs.tsx'
import css from './picture.css?inline'

/** A phone held upright gets the tall cut of a hero. */
export const tallMedia = '(max-width: 639px) and (orientation: portrait)'
export const wideMedia = '(min-width: 640px), (orientation: landscape)'

export function sources(name: PictureName, cut: PictureCut, format: 'avif' | 'webp'): string {
  const { hash } = builtPictures[name] ?? missing
  return pictureCuts[cut][format]
    .map((width) => `${file(name, cut, width, hash, format)} ${width}w`)
    .join(', ')
}

export function hasPicture(name: PictureName): boolean {
  return builtPictures[name] !== undefined
}

/** The styles that show each picture's placeholder until it is there. */
export function placeholderStyles(names: Iterable<PictureName>): string {
  return [...new Set(names)]
    .map((name) => {
      const placeholder = builtPictures[name]?.placeholder
      return placeholder ? `.p-${name}{background-image:url(${placeholder})}` : ''
    })
    .join('')
}

export function HeroPicture({ name }: { name: PictureName }) {
  if (!hasPicture(name)) return null
  return (
    <picture>
      <Placeholder picture={name} />
      <source
        type="image/avif"
        media={tallMedia}
        srcSet={sources(name, 'tall', 'avif')}
        sizes="100vw"
      />
      <source type="image/avif" srcSet={sources(name, 'wide', 'avif')} sizes="100vw" />
      <img
        className={`hero-picture p-${name}`}
        srcSet={sources(name, 'wide', 'webp')}
        sizes="100vw"
        alt={pictures[name].alt}
        width={1600}
        height={900}
        fetchPriority="high"
      />
    </picture>
  )
}

export interface LazyPictureProps {
  name: PictureName
  /** How wide the layout shows it, e.g. `(min-width: 64rem) 40vw, 100vw`. */
  sizes: string
  className?: string
  /** Inside a link that says in words where it leads. */
  isDecoration?: boolean
}

export function LazyPicture({ name, sizes, className = '', isDecoration }: LazyPictureProps) {
  if (!hasPicture(name)) return null
  const { family, alt } = pictures[name]
  return (
    <div className={`lazy picture picture-${family} p-${name} ${className}`}>
      <Stylesheet css={css} />
      <Placeholder picture={name} />
      <noscript>
        <picture>
          <source type="image/avif" srcSet={sources(name, 'wide', 'avif')} sizes={sizes} />
          <img
            srcSet={sources(name, 'wide', 'webp')}
            sizes={sizes}
            alt={isDecoration ? '' : alt}
            width={1600}
            height={900}
            loading="lazy"
          />
        </picture>
      </noscript>
    </div>
  )
}

const missing = { hash: '', placeholder: '' }

function file(name: string, cut: PictureCut, width: number, hash: string, format: string): string {
  return `/assets/pictures/${name}-${cut}-${width}-${hash}.${format}`
}
