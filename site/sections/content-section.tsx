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
import bandCss from './band.css?inline'
import listsCss from './lists.css?inline'
import { LazyPicture } from './picture.tsx'
import proseCss from './prose.css?inline'
import { SectionHead } from './section-head.tsx'
import stepsCss from './steps.css?inline'

export function ContentSection({ section }: { section: Section }) {
  switch (section.kind) {
    case 'prose':
      return <Prose {...section} />
    case 'list':
      return <List {...section} />
    case 'points':
      return <Points {...section} />
    case 'steps':
      return <Steps {...section} />
    case 'schedule':
      return <Schedule {...section} />
  }
}

function Prose({ heading, paragraphs, picture }: ProseSection) {
  return (
    <section className="wrap section prose-section">
      <Stylesheet css={proseCss} />
      <h2>{heading}</h2>
      <div className="prose">
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {picture && <LazyPicture name={picture} sizes="(min-width: 64rem) 78rem, 100vw" />}
    </section>
  )
}

function List({ heading, intro, items }: ListSection) {
  return (
    <section className="wrap section">
      <SectionHead heading={heading} text={intro} />
      <Stylesheet css={listsCss} />
      <ul className="tick-list">
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
export function Steps({ heading, intro, steps }: Omit<StepsSection, 'kind'>) {
  return (
    <section className="band contours on-dark">
      <Stylesheet css={bandCss} />
      <Stylesheet css={stepsCss} />
      <div className="wrap">
        <SectionHead heading={heading} text={intro} />
        <ol className="steps">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
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
