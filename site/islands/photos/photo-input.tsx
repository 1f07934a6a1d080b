// The file field "Add photos". Without script it is an ordinary field of the form; with it the photographs
// are taken out of the field as soon as they are chosen.
import type { RefObject } from 'react'

export interface PhotoInputProps {
  ref: RefObject<HTMLInputElement | null>
  onPick(files: File[]): void
}

export function PhotoInput({ ref, onPick }: PhotoInputProps) {
  return (
    <label className="button button-outline add-photos">
      Add photos
      <input
        ref={ref}
        type="file"
        name="photos"
        accept="image/*"
        multiple
        onChange={({ currentTarget }) => onPick([...(currentTarget.files ?? [])])}
      />
    </label>
  )
}
