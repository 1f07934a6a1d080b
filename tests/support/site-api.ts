// The functions of site documents through the table API, for a test file.
import { siteStore } from '#backend/site/site-store.ts'
import type { SiteDraft, SiteVersion } from '#schemas/tables.ts'
import type { EngineName } from './databases.ts'
import { addStaff, type CallerName, openTableApi, type TableApi } from './table-api.ts'

export interface Answer {
  status: number
  /** What the function returns, or the error. */
  body: unknown
}

export interface SiteApi extends TableApi {
  call(caller: CallerName, name: string, args: object): Promise<Answer>
  /** Saves a new draft with this body as staff, or its removal. */
  draft(key: string, body: unknown, state?: SiteDraft['state']): Promise<number>
  /** Saves and publishes as an administrator; returns the version. */
  publish(bodies: Record<string, unknown>): Promise<number>
  /** `{ key: body }`, null for a removed document. */
  published(): Promise<Record<string, unknown>>
  drafts(): Promise<SiteDraft[]>
  versions(): Promise<SiteVersion[]>
  /** What Activity has about the site, oldest first. */
  activity(): Promise<object[]>
}

export async function openSiteApi(engine: EngineName): Promise<SiteApi> {
  const api = await openTableApi(engine)
  await addStaff(api)
  const store = siteStore(api.database)

  async function call(caller: CallerName, name: string, args: object): Promise<Answer> {
    const answer = await api.request(caller, `/rpc/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(args),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  async function expectNumber(answer: Promise<Answer>): Promise<number> {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as number
  }

  async function read<Row>(sql: string): Promise<Row[]> {
    return (await api.database.query<Row>(sql)).rows
  }

  const draft: SiteApi['draft'] = (key, body, state = 'edited') =>
    expectNumber(call('staff', 'save_site_draft', { key, state, body, expected_revision: 0 }))

  return {
    ...api,
    call,
    draft,
    async publish(bodies) {
      for (const [key, body] of Object.entries(bodies)) await draft(key, body)
      const keys = Object.keys(bodies)
      return expectNumber(call('admin', 'publish_site', { keys, summary: ['Changed'] }))
    },
    async published() {
      const { documents } = await store.readPublished()
      return Object.fromEntries(documents.map(({ key, body }) => [key, body]))
    },
    drafts: () => read('select * from site_drafts order by key'),
    versions: () => read('select * from site_versions order by id'),
    activity: () =>
      read(
        `select actor, label, action, before, after from audit_trail where subject = 'site' order by id`,
      ),
  }
}
