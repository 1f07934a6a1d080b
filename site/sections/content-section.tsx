// Shows each kind of section that content can have.
import type {
  ListSection,
  PointsSection,
  ProseSection,
  ScheduleSection,
  Section,
  StepsSection,
} from '#content/page.ts'
import { Stylesheet } from '../page-needs.tsx'
import { CookieSettings } from '../shell/cookie-settings.tsx'
import bandCss from './band.css?inline'
import listsCss from './lists.css?inline'
import { LazyPicture } from './picture.tsx'
import proseCss from './prose.css?inline'
import { SectionHead } from './section-head.tsx'
import stepsCss from './steps.css?inline'

export interface ContentSectionProps {
  section: Section
  /** What a list of contents links to. */
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
  }
}

type Anchored<Kind> = Kind & { id?: string | undefined }

function Prose(section: Anchored<ProseSection>) {
  const { heading, paragraphs, picture, hasCookieSettings, id } = section
  return (
    <section className="wrap section prose-section">
      <Stylesheet css={proseCss} />
      <h2 id={id}>{heading}</h2>
      <div className="prose">
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {hasCookieSettings && <CookieSettings />}
      </div>
      {picture && <LazyPicture name={picture} sizes="(min-width: 64rem) 78rem, 100vw" />}
    </section>
  )
}

function List({ heading, intro, items, isPlain, id }: Anchored<ListSection>) {
  return (
    <section className="wrap section">
      <SectionHead heading={heading} text={intro} id={id} />
      <Stylesheet css={listsCss} />
      <ul className={isPlain ? 'line-list' : 'line-list ticks'}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

function Points({ heading, intro, points }: PointsSection) {
  return (
    <section className="wrap section">
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
    </section>
  )
}

/** What happens in which order: the dark block of pages that have one. */
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

/** The same on white, where the dark footer follows at once. */
export function QuietSteps(section: Omit<StepsSection, 'kind'>) {
  return (
    <section className="wrap section quiet-steps">
      <StepsInside {...section} />
    </section>
  )
}

function StepsInside({ heading, intro, steps }: Omit<StepsSection, 'kind'>) {
  return (
    <>
      <Stylesheet css={stepsCss} />
      <SectionHead heading={heading} text={intro} />
      <ol className="steps">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
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
