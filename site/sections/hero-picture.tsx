// The picture of a hero. A scene fills it, with its subject moved to where neither words nor form are; a
// miniature stands whole on a ground of its own colour.
import { preload } from 'react-dom'
import { pictureCuts } from '#content/picture-cuts.ts'
import type { Picture, Pictures } from '#content/pictures.ts'
import { useContent } from '../content-context.ts'
import { Placeholder, Stylesheet } from '../page-needs.tsx'
import { familyOf, hasPicture, pictureFile, sources } from './picture.tsx'

/** Phones in portrait orientation get the tall crop of a scene. */
const tallMedia = '(max-width: 639px) and (orientation: portrait)'
const wideMedia = '(min-width: 640px), (orientation: landscape)'
/** The widths of `.hero-picture` in hero-miniature.css. */
const blockSizes = {
  besideForm:
    '(min-width: 110rem) 43rem, (min-width: 80rem) 39rem, (min-width: 64rem) 28rem, (min-width: 48rem) 50vw, 94vw',
  alone: '(min-width: 80rem) 46rem, (min-width: 48rem) 52vw, 94vw',
}

/** A scene is drawn wider than the window where the hero is taller than it, and where it is enlarged. */
const sceneSizes = '(min-width: 64rem) 100rem, (orientation: landscape) 100vw, 78rem'

export interface HeroPictureProps {
  name: string
  /** The form covers the right of the picture on large screens. */
  hasForm: boolean
}

export function HeroPicture({ name, hasForm }: HeroPictureProps) {
  const { pictures } = useContent()
  const picture = pictures[name]
  if (!picture || !hasPicture(name, pictures)) return null
  const { alt } = picture
  if (familyOf(name, pictures) === 'miniature') {
    const sizes = hasForm ? blockSizes.besideForm : blockSizes.alone
    return (
      <picture>
        <source type="image/avif" srcSet={sources(name, 'block', 'avif', pictures)} sizes={sizes} />
        <img
          className="hero-picture"
          srcSet={sources(name, 'block', 'webp', pictures)}
          sizes={sizes}
          alt={alt}
          width={1280}
          height={900}
          fetchPriority="high"
        />
      </picture>
    )
  }
  return (
    <picture>
      {!picture.upload && <Placeholder picture={name} />}
      <Stylesheet css={placement(picture, hasForm)} />
      <source
        type="image/avif"
        media={tallMedia}
        srcSet={sources(name, 'tall', 'avif', pictures)}
        sizes="100vw"
      />
      <source
        type="image/avif"
        srcSet={sources(name, 'wide', 'avif', pictures)}
        sizes={sceneSizes}
      />
      <img
        className={`hero-picture p-${name}`}
        srcSet={sources(name, 'wide', 'webp', pictures)}
        sizes={sceneSizes}
        alt={alt}
        width={1600}
        height={900}
        fetchPriority="high"
      />
    </picture>
  )
}

/** Preloads what HeroPicture shows, before all else: React writes links in the order of the page. */
export function preloadHero(name: string, hasForm: boolean, pictures: Pictures): void {
  const preloadCut = (cut: 'tall' | 'wide' | 'block', imageSizes: string, media?: string) => {
    const imageSrcSet = sources(name, cut, 'avif', pictures)
    preload(imageSrcSet.split(' ')[0] ?? '', {
      as: 'image',
      type: 'image/avif',
      fetchPriority: 'high',
      imageSrcSet,
      imageSizes,
      ...(media && { media }),
    })
  }
  if (familyOf(name, pictures) === 'miniature') {
    preloadCut('block', hasForm ? blockSizes.besideForm : blockSizes.alone)
    return
  }
  preloadCut('tall', '100vw', tallMedia)
  preloadCut('wide', sceneSizes, wideMedia)
}

/**
 * The same for a phone, as a header: the browser sends for the picture while it begins the document,
 * some 60 ms earlier on a slow one. Only for one whose address needs no `media` and no
 * `srcset`: for those the browser waits until it has read the page. A phone that is held sideways has
 * loaded a picture too many.
 */
export function preloadOnPhones(
  name: string,
  pictures: Pictures,
): Record<string, string> | undefined {
  if (!hasPicture(name, pictures) || familyOf(name, pictures) !== 'scene') return undefined
  const address = pictureFile(name, 'tall', pictureCuts.tall.avif[0], 'avif', pictures)
  return { Link: `<${address}>; rel=preload; as=image; type="image/avif"; fetchpriority=high` }
}

/** Where the gap between words and form is, as a share of the hero; at 1024 px the form begins earlier. */
const gap = { x: 0.55, y: 0.6, tabletX: 0.5 }
/** More would look soft: the originals are 1600 px wide. */
const maxZoom = 1.2
/**
 * The form makes the hero of a small screen taller than the picture, whose sides are cut off: its width as a
 * share of the hero's at 1024 and at 1280 px.
 */
const covering = { tablet: 1.44, laptop: 1.15 }

/**
 * Moves the subject into the gap: by cutting off more of the left side than of the right where the hero is
 * taller than the picture, and by enlarging it from its right edge, only as far as is still needed.
 */
function placement({ focus = [50, 50] }: Picture, hasForm: boolean): string {
  const [x, y] = [focus[0] / 100, focus[1] / 100]
  const at = `--at:${focus[0]}% ${focus[1]}%`
  if (!hasForm) return `.hero-picture{${at}}`
  const sides = (width: number, aim: number) => {
    const left = (x * width - aim) / (width - 1)
    return `${percent(Math.max(0, Math.min(1, left)))} ${focus[1]}%`
  }
  const zoomOf = (width: number) => Math.min(maxZoom, Math.max(1, (1 - gap.x) / (width * (1 - x))))
  const rules = [
    at,
    `--at-64:${sides(covering.tablet, gap.tabletX)}`,
    `--at-80:${sides(covering.laptop, gap.x)}`,
  ]
  const zoom = zoomOf(1)
  if (zoom > 1) {
    const top = Math.max(1 - zoom, Math.min(0, gap.y - y * zoom))
    rules.push(`--zoom:${zoom.toFixed(2)}`, `--still:${percent(top / (1 - zoom))}`)
  }
  const small = zoomOf(covering.laptop)
  if (small > 1) rules.push(`--zoom-80:${small.toFixed(2)}`)
  return `.hero-picture{${rules.join(';')}}`
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
