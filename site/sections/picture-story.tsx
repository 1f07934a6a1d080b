// A sequence told in large pictures, left and right in turn.
import type { Step } from '#content/page.ts'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import { Steps } from './content-section.tsx'
import { hasPicture, LazyPicture } from './picture.tsx'
import css from './picture-story.css?inline'
import { SectionHead } from './section-head.tsx'

export interface PictureStoryProps {
  heading: string
  intro: string
  steps: Step[]
}

export function PictureStory({ heading, intro, steps }: PictureStoryProps) {
  const { pictures } = useContent()
  const hasPictures = steps.some(({ picture }) => picture && hasPicture(picture, pictures))
  if (!hasPictures) return <Steps heading={heading} intro={intro} steps={steps} />
  return (
    <section className="wrap section">
      <Stylesheet css={css} />
      <SectionHead heading={heading} text={intro} />
      <ol className="story">
        {steps.map(({ title, text, picture }) => (
          <li key={title}>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            {picture && (
              <LazyPicture
                name={picture}
                sizes="(min-width: 110rem) 46rem, (min-width: 64rem) 38rem, 100vw"
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
