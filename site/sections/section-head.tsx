export interface SectionHeadProps {
  heading: string
  text?: string | undefined
  id?: string | undefined
}

/** A heading at the left and what it is about at the right. */
export function SectionHead({ heading, text, id }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2 id={id}>{heading}</h2>
      {text && <p>{text}</p>}
    </div>
  )
}
