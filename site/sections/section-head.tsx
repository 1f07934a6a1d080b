export interface SectionHeadProps {
  heading: string
  text?: string | undefined
  id?: string | undefined
}

/** A heading on the left and its introduction on the right. */
export function SectionHead({ heading, text, id }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2 id={id}>{heading}</h2>
      {text && <p>{text}</p>}
    </div>
  )
}
