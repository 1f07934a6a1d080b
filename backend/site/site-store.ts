// The site's documents in the database: what is published, the drafts over it, and the functions that
// change them. Calls run with the caller's own permissions, except where a function says otherwise.
import type { SiteDocument as SiteDocumentRow, SiteDraft as SiteDraftRow } from '#schemas/tables.ts'
import { asCaller, type Caller } from '../database/as-caller.ts'
import type { Database, Queryable } from '../database/database.ts'
import { withTimeout } from '../database/with-timeout.ts'
import { toSiteProblem } from './site-errors.ts'

export type PublishedDocument = Omit<SiteDocumentRow, 'version_id'>

export interface PublishedSite {
  /** 0 before the first publication. */
  version: number
  documents: PublishedDocument[]
}

/** The driver gives a Date where the table API gives a text. */
export type SiteDraft = Omit<SiteDraftRow, 'updated_at'> & { updated_at: Date }

export interface NewDraft extends Pick<SiteDraft, 'key' | 'state'> {
  body?: unknown
  /** The revision that the caller has edited; 0 when there was no draft. */
  expectedRevision: number
  /** The version of the site that was edited when there was no draft. Undefined: the one of today. */
  readVersion?: number | undefined
}

/** Runs before the transaction commits, on what would be published: throws to undo it. */
export type BeforePublishing = (site: PublishedSite) => Promise<void>

export interface Publication {
  keys: string[]
  summary: string[]
  /** Of each key's draft, as the caller has seen it. Undefined: whatever it is now. */
  revisions?: number[] | undefined
}

export interface SiteStore {
  /** With the rights of the secret key: some documents are not for visitors to read. */
  readPublished(): Promise<PublishedSite>
  readDrafts(caller: Caller): Promise<SiteDraft[]>
  /** Undefined when the session has ended or the role was taken away. */
  readDraftsOfMember(caller: Caller): Promise<SiteDraft[] | undefined>
  /** With the server's own rights; undefined when there is none. */
  readDraftBody(key: string): Promise<unknown>
  /** Returns the new revision, as does `rebaseDraft`. */
  saveDraft(caller: Caller, draft: NewDraft): Promise<number>
  discardDraft(caller: Caller, key: string, expectedRevision: number): Promise<void>
  rebaseDraft(caller: Caller, key: string, expectedRevision: number): Promise<number>
  /** Returns the new version, as does `restore`. */
  publish(caller: Caller, publication: Publication, before?: BeforePublishing): Promise<number>
  restore(
    caller: Caller,
    version: number,
    summary: string[],
    before?: BeforePublishing,
  ): Promise<number>
}

const server: Caller = { role: 'service_role', claims: {} }

export function siteStore(database: Database): SiteStore {
  async function call<T>(
    caller: Caller,
    sql: string,
    values: unknown[],
    before?: BeforePublishing,
  ): Promise<T> {
    try {
      return await asCaller(database, caller, async (tx) => {
        const { rows } = await tx.query<{ result: T }>(`select ${sql} as result`, values)
        await before?.(await readSite(tx))
        return rows[0]?.result as T
      })
    } catch (error) {
      throw toSiteProblem(error)
    }
  }

  return {
    async readPublished() {
      const reading = asCaller(database, server, readSite, { timeoutMs: 2_000 })
      // Includes the wait for a connection.
      return await withTimeout(2_500, reading)
    },

    readDrafts: (caller) => asCaller(database, caller, readDrafts),

    readDraftsOfMember: (caller) =>
      asCaller(database, caller, async (tx) => {
        const { rows } = await tx.query<{ is_live: boolean; is_staff: boolean }>(
          'select is_live, is_staff from internal.caller_standing()',
        )
        return rows[0]?.is_live && rows[0].is_staff ? readDrafts(tx) : undefined
      }),

    async readDraftBody(key) {
      const { rows } = await database.query<{ body: unknown }>(
        'select body from public.site_drafts where key = $1',
        [key],
      )
      return rows[0]?.body
    },

    saveDraft: (caller, { key, state, body, expectedRevision, readVersion = null }) =>
      call(caller, 'save_site_draft($1, $2, $3::jsonb, $4, $5)', [
        ...[key, state, state === 'edited' ? JSON.stringify(body ?? null) : null],
        ...[expectedRevision, readVersion],
      ]),

    discardDraft: (caller, key, expectedRevision) =>
      call(caller, 'discard_site_draft($1, $2)', [key, expectedRevision]),

    rebaseDraft: (caller, key, expectedRevision) =>
      call(caller, 'rebase_site_draft($1, $2)', [key, expectedRevision]),

    publish: (caller, { keys, summary, revisions = null }, before) =>
      call(
        caller,
        'publish_site($1::text[], $2::text[], $3::integer[])',
        [keys, summary, revisions],
        before,
      ),

    restore: (caller, version, summary, before) =>
      call(caller, 'restore_site_version($1, $2::text[])', [version, summary], before),
  }
}

async function readDrafts(tx: Queryable): Promise<SiteDraft[]> {
  const { rows } = await tx.query<SiteDraft>(
    `select key, state, body, revision, base_version, updated_by, updated_by_name, updated_at
     from site_drafts order by key`,
  )
  return rows
}

/** One statement, and so one snapshot: the version belongs to the documents. */
async function readSite(tx: Queryable): Promise<PublishedSite> {
  const { rows } = await tx.query<{ version: number } & PublishedDocument>(
    `select site.version, d.key, d.state, d.body
     from (select internal.site_version() as version) site left join site_documents d on true
     order by d.key collate "C"`,
  )
  return {
    version: rows[0]?.version ?? 0,
    documents: rows
      // Without documents there is one row, of the version alone.
      .filter(({ key }) => key !== null)
      .map(({ key, state, body }) => ({ key, state, body })),
  }
}
