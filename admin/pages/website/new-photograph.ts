// What is known of a photograph that was just sent: its words are to be written, its subject is in the middle.
import { starter } from '#content/starter.ts'

export const newPhotograph = (upload: string) => ({
  upload,
  alt: `${starter}what the photograph shows`,
  focus: [50, 50] as [number, number],
})
