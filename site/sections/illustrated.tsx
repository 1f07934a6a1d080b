// The ways in which a section stands with its picture.
import type { ReactNode } from 'react'
import type { PictureLayout } from '#content/page.ts'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import css from './illustrated.css?inline'
import modelsCss from './models.css?inline'
import { familyOf, hasPicture, LazyPicture } from './picture.tsx'

export interface IllustratedProps {
  picture: string
  layout: PictureLayout | undefined
  children: ReactNode
}

/** Of a scene that fills a square, or a tall frame beside words: more than the frame. */
const sizes = {
  left: '(min-width: 110rem) 89rem, (min-width: 80rem) 68rem, (min-width: 48rem) 84vw, 100vw',
  wide: '(min-width: 64rem) max(100vw, 80rem), max(100vw, 29rem)',
  margin: '(min-width: 48rem) 84vw, 100vw',
  ground: '(min-width: 110rem) 54rem, (min-width: 80rem) 46rem, (min-width: 64rem) 58vw, 100vw',
}

export function Illustrated({ picture, layout = 'left', children }: IllustratedProps) {
  const { pictures } = useContent()
  if (!hasPicture(picture, pictures)) {
    return (
      <section className="wrap section">
        <Stylesheet css={css} />
        <div className="beside-words">{children}</div>
      </section>
    )
  }
  const shown = <LazyPicture name={picture} sizes={sizes[layout]} />
  const shows = familyOf(picture, pictures)
  const isPanorama = pictures[picture]?.shape === 'panorama'
  if (layout === 'wide' && (shows === 'scene' || isPanorama)) {
    return (
      <section className={`section wide-picture${isPanorama ? '' : ' wide-inset'}`}>
        <Stylesheet css={css} />
        {shown}
        <div className="wrap">
          <div className={isPanorama ? 'wide-words' : 'wide-card'}>{children}</div>
        </div>
      </section>
    )
  }
  // A card would hide half of a block.
  if (layout === 'ground' || layout === 'wide') {
    return (
      <section className="model-section">
        <Stylesheet css={modelsCss} />
        <Stylesheet css={css} />
        <div className="wrap picture-ground">
          {shown}
          <div className="beside-words">{children}</div>
        </div>
      </section>
    )
  }
  return (
    <section className={`wrap section picture-${layout} of-${shows}`}>
      <Stylesheet css={css} />
      <div className="beside-words">{children}</div>
      {shown}
    </section>
  )
}
