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

const sizes = {
  left: '(min-width: 110rem) 50rem, (min-width: 80rem) 38rem, (min-width: 64rem) 48vw, 100vw',
  wide: '100vw',
  margin: '(min-width: 64rem) 40vw, 100vw',
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
  if (layout === 'wide') {
    return (
      <section className="section wide-picture">
        <Stylesheet css={css} />
        {shown}
        <div className="wrap">
          <div className="wide-card">{children}</div>
        </div>
      </section>
    )
  }
  if (layout === 'ground') {
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
  const shows = familyOf(picture, pictures)
  return (
    <section className={`wrap section picture-${layout} of-${shows}`}>
      <Stylesheet css={css} />
      <div className="beside-words">{children}</div>
      {shown}
    </section>
  )
}
