// The site as it is after a draft was saved, without asking the server for all of it again.
import type { Site, SiteProblem } from './site.ts'

export interface Saved {
  revision: number
  problems: SiteProblem[]
}

export function withSaved(
  site: Site,
  key: string,
  body: unknown,
  saved: Saved,
  ownId: string | undefined,
): Site {
  return {
    ...site,
    problems: saved.problems,
    documents: site.documents.map((document) =>
      document.key === key
        ? {
            ...document,
            draft: {
              ...{ state: 'edited', body, revision: saved.revision },
              ...{ updated_by: ownId ?? null, updated_by_name: null },
              updated_at: new Date().toISOString(),
            },
          }
        : document,
    ),
  }
}
