import { reviewLimits } from '#schemas/review.ts'
import { Field } from '#ui/field/field.tsx'
import type { Draft, DraftErrors } from './draft.ts'
import { ReviewAbout } from './review-about.tsx'
import { StarChoice } from './star-choice.tsx'

export interface ReviewFieldsProps {
  draft: Draft
  errors: DraftErrors
  onChange(draft: Draft): void
}

export function ReviewFields({ draft, errors, onChange }: ReviewFieldsProps) {
  const bind = (name: Exclude<keyof Draft, 'is_featured'>) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...draft, [name]: target.value }),
  })
  return (
    <>
      <Field label="Author name" error={errors.author_name}>
        {(control) => <input {...control} {...bind('author_name')} className="input" required />}
      </Field>
      <Field label="Rating" error={errors.rating}>
        {(control) => (
          <div className="rating">
            <input
              {...control}
              {...bind('rating')}
              {...reviewLimits.rating}
              className="input"
              type="number"
              step={1}
              required
            />
            <StarChoice
              rating={draft.rating}
              onChange={(rating) => onChange({ ...draft, rating })}
            />
          </div>
        )}
      </Field>
      <Field label="Review text" error={errors.review_text} className="field-wide">
        {(control) => <textarea {...control} {...bind('review_text')} className="input" rows={5} />}
      </Field>
      {/* type="text", because the specification asks for a notice, not the browser's validation. */}
      <Field label="Author image URL" className="field-wide">
        {(control) => (
          <input
            {...control}
            {...bind('author_image')}
            className="input"
            type="text"
            inputMode="url"
          />
        )}
      </Field>
      <Field label="Date" hint="Today when left empty">
        {(control) => <input {...control} {...bind('date')} className="input" type="date" />}
      </Field>
      <Field label="Source" hint="Where it was given: Google, a letter…">
        {(control) => <input {...control} {...bind('source')} className="input" maxLength={100} />}
      </Field>
      <Field label="Source link" error={errors.source_url} hint="Proves that it is genuine">
        {(control) => (
          <input {...control} {...bind('source_url')} className="input" inputMode="url" />
        )}
      </Field>
      <ReviewAbout draft={draft} onChange={onChange} />
      <label className="check">
        <input
          type="checkbox"
          name="is_featured"
          checked={draft.is_featured}
          onChange={({ target }) => onChange({ ...draft, is_featured: target.checked })}
        />
        Feature on homepage
      </label>
    </>
  )
}
