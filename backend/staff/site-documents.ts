// Saves, discards, publishes and restores the site's documents. The database decides who may; this adds
// the check of what they say.
import * as v from 'valibot'
import { Problem } from '../problem.ts'
import { documentMap, type SiteProblem } from '../site/check-site.ts'
import type { PublishedSite } from '../site/site-store.ts'
import type { StaffDeps } from './deps.ts'
import { type AdminHandler, readBody, type StaffHandler } from './role-guards.ts'

type SiteDeps = Pick<StaffDeps, 'site' | 'checkSite'>

const maxDepth = 40
const revisionMessage = 'The revision is a whole number'
const revision = v.pipe(
  v.number(revisionMessage),
  v.safeInteger(revisionMessage),
  v.minValue(0, revisionMessage),
  v.maxValue(2_147_483_647, revisionMessage),
)
const keyMessage = 'A key is like company or pages/home: small letters, digits and dashes'
const key = v.pipe(
  v.string(keyMessage),
  v.regex(/^[a-z0-9-]{1,60}(\/[a-z0-9-]{1,60})?$/, keyMessage),
)
const summaryMessage = 'A summary has at most 200 lines of 300 characters'
const summary = v.pipe(
  v.array(v.pipe(v.string(summaryMessage), v.maxLength(300, summaryMessage)), summaryMessage),
  v.maxLength(200, summaryMessage),
)
const versionMessage = 'The version is a whole number'
const version = v.pipe(
  v.number(versionMessage),
  v.safeInteger(versionMessage),
  v.minValue(0, versionMessage),
)

const DraftBody = v.object({
  key,
  state: v.picklist(
    ['edited', 'removed', 'shipped'],
    'The state of a draft is edited, removed or shipped',
  ),
  body: v.optional(v.pipe(v.unknown(), v.check(isShallow, 'The body is nested too deeply'))),
  expected_revision: revision,
  read_version: v.optional(version),
})
const publishMessage = 'Name at least one draft to publish'
const PublishBody = v.object({
  keys: v.pipe(
    v.array(key, publishMessage),
    v.minLength(1, publishMessage),
    v.maxLength(2000, 'At most 2,000 drafts are published at once'),
  ),
  summary,
  /** The dashboard sends what the administrator has looked at. */
  revisions: v.optional(v.array(revision, revisionMessage)),
})

/** Problems do not keep a draft from being saved: it is unfinished work. */
export function saveSiteDraft({ site, checkSite }: SiteDeps): StaffHandler {
  return async function saveDraft(c) {
    const { expected_revision, read_version, ...draft } = await readBody(c, DraftBody)
    const { caller } = c.var.member
    const { documents } = await site.readPublished()
    const drafts = await site.readDrafts(caller)
    const change = { ...draft, body: draft.body ?? null }
    // Before it is saved, so that a failed request has saved nothing.
    const problems = await checkSite(documentMap(...documents, ...drafts, change))
    const saved = await site.saveDraft(caller, {
      ...change,
      ...{ expectedRevision: expected_revision, readVersion: read_version },
    })
    return c.json({ revision: saved, problems })
  }
}

export function discardSiteDraft({ site }: SiteDeps): StaffHandler {
  return async function discardDraft(c) {
    const body = await readBody(c, v.object({ key, expected_revision: revision }))
    await site.discardDraft(c.var.member.caller, body.key, body.expected_revision)
    return c.json({ ok: true })
  }
}

export function publishSite({ site, checkSite }: SiteDeps): AdminHandler {
  return async function publishDrafts(c) {
    const publication = await readBody(c, PublishBody)
    const { check, hints } = requireNoProblems(checkSite)
    const published = await site.publish(c.var.admin.caller, publication, check)
    return c.json({ version: published, problems: hints() })
  }
}

export function restoreSite({ site, checkSite }: SiteDeps): AdminHandler {
  return async function restoreVersion(c) {
    const body = await readBody(c, v.object({ version, summary }))
    const { check, hints } = requireNoProblems(checkSite)
    const restored = await site.restore(c.var.admin.caller, body.version, body.summary, check)
    return c.json({ version: restored, problems: hints() })
  }
}

/** Checks the very rows that would be published; throwing undoes the publication. */
function requireNoProblems(checkSite: StaffDeps['checkSite']) {
  let problems: SiteProblem[] = []
  return {
    async check({ documents }: PublishedSite) {
      problems = await checkSite(documentMap(...documents))
      if (problems.every(({ isHint }) => isHint)) return
      throw new Problem('site_problems', {
        status: 422,
        message:
          'The site cannot be published like this: something in it has to be put right first.',
        details: { problems },
      })
    },
    hints: () => problems,
  }
}

/** Bounded, because what follows walks through the body by recursion. */
function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < maxDepth && Object.values(value).every((inner) => isShallow(inner, depth + 1))
}
