// Renders the sections of a page, by kind.
import type { ReactNode } from 'react'
import type {
  ListSection,
  PictureLayout,
  PointsSection,
  ProseSection,
  ScheduleSection,
  Section,
  StepsSection,
} from '#content/page.ts'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import { CookieSettings } from '../shell/cookie-consent.tsx'
import bandCss from './band.css?inline'
import { Comparison } from './comparison.tsx'
import { Cutaway } from './cutaway.tsx'
import { Illustrated } from './illustrated.tsx'
import listsCss from './lists.css?inline'
import { hasPicture, LazyPicture } from './picture.tsx'
import proseCss from './prose.css?inline'
import { SectionHead } from './section-head.tsx'
import stepsCss from './steps.css?inline'

export interface ContentSectionProps {
  section: Section
  /** The anchor for a list of contents. */
  id?: string
}

export function ContentSection({ section, id }: ContentSectionProps) {
  switch (section.kind) {
    case 'prose':
      return <Prose {...section} id={id} />
    case 'list':
      return <List {...section} id={id} />
    case 'points':
      return <Points {...section} />
    case 'steps':
      return <Steps {...section} />
    case 'schedule':
      return <Schedule {...section} />
    case 'cutaway':
      return <Cutaway {...section} />
    case 'comparison':
      return <Comparison {...section} />
  }
}

type Anchored<Kind> = Kind & { id?: string | undefined }

function Prose(section: Anchored<ProseSection>) {
  const { heading, paragraphs, picture, layout, hasCookieSettings, id } = section
  const title = <h2 id={id}>{heading}</h2>
  const words = (
    <div className="prose">
      <Stylesheet css={proseCss} />
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {hasCookieSettings && <CookieSettings />}
    </div>
  )
  if (picture) {
    return (
      <Illustrated picture={picture} layout={layout}>
        {title}
        {words}
      </Illustrated>
    )
  }
  return (
    <section className="wrap section prose-section">
      {title}
      {words}
    </section>
  )
}

function List({ heading, intro, items, isPlain, picture, layout, id }: Anchored<ListSection>) {
  return (
    <MaybeIllustrated picture={picture} layout={layout}>
      <SectionHead heading={heading} text={intro} id={id} />
      <Stylesheet css={listsCss} />
      <ul className={isPlain ? 'line-list' : 'line-list ticks'}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </MaybeIllustrated>
  )
}

function Points({ heading, intro, points, picture, layout }: PointsSection) {
  return (
    <MaybeIllustrated picture={picture} layout={layout}>
      <SectionHead heading={heading} text={intro} />
      <Stylesheet css={listsCss} />
      <ul className="points">
        {points.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </MaybeIllustrated>
  )
}

function MaybeIllustrated({
  picture,
  layout,
  children,
}: {
  picture: string | undefined
  layout: PictureLayout | undefined
  children: ReactNode
}) {
  if (!picture) return <section className="wrap section">{children}</section>
  return (
    <Illustrated picture={picture} layout={layout}>
      {children}
    </Illustrated>
  )
}

/** Numbered steps in a dark block. */
export function Steps(section: Omit<StepsSection, 'kind'>) {
  return (
    <section className="band contours on-dark">
      <Stylesheet css={bandCss} />
      <div className="wrap">
        <StepsInside {...section} />
      </div>
    </section>
  )
}

/** The same on white, for pages where the dark footer follows. */
export function QuietSteps(section: Omit<StepsSection, 'kind'>) {
  return (
    <section className="wrap section quiet-steps">
      <StepsInside {...section} />
    </section>
  )
}

function StepsInside({ heading, intro, picture, steps }: Omit<StepsSection, 'kind'>) {
  const { pictures } = useContent()
  const isIllustrated = steps.some((step) => step.picture && hasPicture(step.picture, pictures))
  const isBeside = picture && hasPicture(picture, pictures)
  return (
    <>
      <Stylesheet css={stepsCss} />
      <SectionHead heading={heading} text={intro} />
      <div className={isBeside ? 'steps-beside' : undefined}>
        {isBeside && (
          <LazyPicture name={picture} sizes="(min-width: 64rem) 46vw, 100vw" isDecoration />
        )}
        <ol className={isIllustrated ? 'steps steps-shown' : 'steps'}>
          {steps.map((step) => (
            <li key={step.title}>
              {step.picture && (
                <LazyPicture
                  name={step.picture}
                  sizes="(min-width: 64rem) 24vw, (min-width: 48rem) 46vw, 100vw"
                />
              )}
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

function Schedule({ heading, intro, options }: ScheduleSection) {
  return (
    <section className="wrap section">
      <SectionHead heading={heading} text={intro} />
      <Stylesheet css={listsCss} />
      <dl className="schedule">
        {options.map(({ name, when, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="schedule-when">{when}</dd>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
