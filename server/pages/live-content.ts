// The content in force: the firm's files, and over them what was published in the dashboard. It is read
// at the start and at each publication.

import type { CheckSite, SiteProblem } from '#backend/site/check-site.ts'
import { checkFirm, type Problem } from '#content/check-firm.ts'
import type { CompanyProfile } from '#content/company.ts'
import { type Content, createContent } from '#content/content.ts'
import type { Documents } from '#content/documents.ts'
import { findHints } from '#content/hints.ts'
import type { LiveContent } from '#content/live-content.ts'
import { findStarters } from '#content/starter.ts'
import { apply, checkEach, type Edit, withEdits } from '#content/with-edits.ts'
import type { Log } from '../log.ts'

export interface PublishedEdits {
  version: number
  documents: readonly Edit[]
}

export interface LiveContentOptions {
  files: Documents
  /** What the environment says of the company. */
  company: Partial<CompanyProfile>
  readPublished(): Promise<PublishedEdits>
  log: Log
}

interface Put {
  content: Content
  problems: readonly Problem[]
}

export interface EditableContent extends LiveContent {
  /** Why published edits are not shown. */
  readonly problems: readonly Problem[]
  readonly version: number
  /** Reads what is published. When it cannot be read, the content stays as it is. */
  reload(): Promise<void>
  /** Calls the listener now and after each reload. */
  onReload(listener: () => void): void
  /** The content with further edits, and without those of the documents that go back to the files. */
  with(edits: readonly Edit[], shipped: readonly string[]): Pick<Put, 'content' | 'problems'>
  /** What is wrong with a site of these bodies over the files; null is a removed document. */
  check: CheckSite
}

export async function openLiveContent(options: LiveContentOptions): Promise<EditableContent> {
  const { files, company, readPublished, log } = options
  let published: PublishedEdits = { version: 0, documents: [] }
  let { content, problems } = put([])
  const listeners: (() => void)[] = []

  function put(edits: readonly Edit[]): Put {
    const edited = withEdits(files, edits)
    return { content: createContent(edited.documents, company), problems: edited.problems }
  }

  let lastReload: Promise<void> = Promise.resolve()
  /** One after the other: of two at once, the one that read earlier could end last. */
  function reload(): Promise<void> {
    lastReload = lastReload.then(readAndPut, readAndPut)
    return lastReload
  }

  async function readAndPut(): Promise<void> {
    published = await readPublished()
    ;({ content, problems } = put(published.documents))
    if (problems.length > 0) {
      log.warn({ problems }, 'published edits cannot be read: the shipped texts are shown')
    }
    for (const listener of listeners) listener()
  }

  await reload()
  return {
    get current() {
      return content
    },
    get problems() {
      return problems
    },
    get version() {
      return published.version
    },
    reload,
    onReload(listener) {
      listeners.push(listener)
      listener()
    },
    with(edits, shipped) {
      // Later edits of the same document win.
      const all = new Map([...published.documents, ...edits].map((edit) => [edit.key, edit]))
      for (const key of shipped) all.delete(key)
      return put([...all.values()])
    },
    check: async (bodies) => checkBodies(files, bodies),
  }
}

function checkBodies(files: Documents, bodies: ReadonlyMap<string, unknown>): SiteProblem[] {
  const edits = [...bodies].map(
    ([key, body]): Edit => ({ key, state: body === null ? 'removed' : 'edited', body }),
  )
  const { readable, problems } = checkEach(edits)
  const documents = apply(files, readable)
  const unwritten = readable.flatMap(({ key, body }) => findStarters(key, body))
  const found = [...problems, ...unwritten, ...checkFirm(documents), ...findHints(documents)]
  return firstOf(found).map(({ key, path, message, isHint = false }) => ({
    ...{ key, message: message.slice(0, maxMessage), isHint },
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
  }))
}

/** Every save returns them, and thousands help nobody. Some quote the text that they are about. */
const maxProblems = 200
const maxMessage = 500

/** What keeps the site from being published comes first, so that it is never left out for advice. */
function firstOf(found: readonly Problem[]): Problem[] {
  const errors = found.filter(({ isHint }) => !isHint)
  const sorted = [...errors, ...found.filter(({ isHint }) => isHint)]
  const [first, ...others] = sorted.slice(maxProblems)
  if (!first) return sorted
  const message = `${others.length + 1} more problems are not listed`
  const rest = { key: first.key, path: [], message, isHint: errors.length <= maxProblems }
  return [...sorted.slice(0, maxProblems), rest]
}

/** The table whose change is a publication. */
export const publishedTable = 'site_documents'

const retryMs = 1_000

/** The content stays as it is until what is published can be read. */
export async function reloadSafely(content: EditableContent, log: Log): Promise<void> {
  for (;;) {
    try {
      return await content.reload()
    } catch (error) {
      log.error({ err: error }, 'what is published cannot be read')
      await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
    }
  }
}
