// An enquiry released while its delivery is being withheld is still sent.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { enquiries } from '#backend/enquiries/enquiries.ts'
import { type Jobs, jobs } from '#backend/jobs/jobs.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

const log = { info() {}, warn() {}, error() {} }

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  let queue: Jobs | undefined
  beforeAll(async () => {
    opened = await openEnquiryService(engine)
  })
  afterAll(async () => {
    await queue?.stop()
    await opened.close()
  })

  /** The database, with a callback right before or after a delivery is withheld. */
  function withholding(when: 'before' | 'after', happens: () => Promise<unknown>): Database {
    const { database } = opened
    const query: Database['query'] = async (sql, values, options) => {
      const isWithholding = sql.includes(`set state = 'withheld'`)
      if (isWithholding && when === 'before') await happens()
      const result = await database.query<never>(sql, values, options)
      if (isWithholding && when === 'after') await happens()
      return result
    }
    return new Proxy(database, {
      get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
    })
  }

  test.each(['before', 'after'] as const)(
    'released %s it is withheld, it is sent',
    async (when) => {
      await queue?.stop()
      await removeEnquiries(opened.database)
      opened.mailServer.received.length = 0
      opened.receiver.received.length = 0
      const outcome = await opened.send(anEnquiry)
      const id = outcome.kind === 'accepted' ? outcome.id : ''
      await opened.database.query(`update enquiries set status = 'spam' where id = $1`, [id])
      let releases = 0
      const database = withholding(when, async () => {
        const { count } = await opened.database.query(
          `update enquiries set status = 'new' where id = $1 and status = 'spam'`,
          [id],
        )
        releases += count
      })
      const { workers } = enquiries({ ...opened.deps, database })
      queue = jobs(opened.database, { workers, log, pollMs: 100 })
      await queue.start()
      // Until then nothing waits, and everything would look settled.
      await vi.waitFor(() => expect(releases).toBe(1), { timeout: 60_000 })
      await opened.settled()
      expect(opened.mailServer.received).toHaveLength(2)
      expect(opened.receiver.received).toHaveLength(1)
      const { rows } = await opened.database.query('select distinct state from enquiry_deliveries')
      expect(rows).toEqual([{ state: 'delivered' }])
      const left = await opened.database.query(
        `select from internal.jobs where name like 'enquiry-delivery:%'`,
      )
      expect(left.count).toBe(0)
    },
  )
})
