// What became of photographs that came by a plain form, carried in the address of the page that follows.
import { maxPhotos } from '#schemas/enquiry-photos.ts'
import { isPhotoProblem, type PhotoProblem } from '#schemas/photo-problems.ts'

export interface PhotoOutcome {
  added?: number
  /** Each once. */
  problems?: PhotoProblem[]
}

export function writeOutcome({ added = 0, problems = [] }: PhotoOutcome): string {
  const not = [...new Set(problems)].join('.')
  return `added=${added}${not && `&not=${not}`}`
}

/** The address can be written by hand: only known words and small numbers are read. */
export function readOutcome(query: URLSearchParams): PhotoOutcome {
  const added = query.get('added') ?? ''
  const problems = (query.get('not') ?? '').split('.').filter(isPhotoProblem)
  return {
    ...(/^\d$/.test(added) && { added: Math.min(Number(added), maxPhotos) }),
    problems: [...new Set(problems)],
  }
}

/** "2 photos were added." */
export function formatAdded(added: number): string {
  return added === 1 ? '1 photo was added.' : `${added} photos were added.`
}
