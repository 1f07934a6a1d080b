// Why a photograph is not added. Apart from the limits, because forms load these texts only when needed.
import { maxPhotos } from './enquiry-photos.ts'

/** What is wrong with a photograph, and what the visitor can do. The first five come from the decoder. */
export const photoProblems = {
  not_a_picture: 'This file is not a JPEG, PNG or WebP picture.',
  heic: 'This photo is in Apple’s HEIC format, which cannot be read here. Send a screenshot of it, or save it as JPEG.',
  too_large: 'This picture has too many pixels.',
  damaged: 'This picture is damaged and cannot be read.',
  too_slow: 'This picture takes too long to read.',
  too_big: 'This file is larger than 20 MB.',
  too_many: `An enquiry can have ${maxPhotos} photos.`,
  too_often: 'You have sent many photos in a short time. Please add this one in an hour.',
  full: 'There is no room for photos at the moment. Please add this one tomorrow.',
  ended: 'This link no longer works. Please send the photo by email.',
  unavailable: 'This photo could not be stored just now. Please add it again later.',
} as const

export type PhotoProblem = keyof typeof photoProblems

export const isPhotoProblem = (word: string): word is PhotoProblem =>
  Object.hasOwn(photoProblems, word)
