import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { calendarRoutes } from '#server/calendar-routes.ts'
import { engines } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { inDays, unfolded, visitsDesk } from '#tests/support/visits-desk.ts'

describe.each(engines)('%s', (engine) => {
  const desk = visitsDesk(engine)
  const { visit, plan, rows, call } = desk

  describe('the calendar behind a secret address', () => {
    const calendar = (action: string, token = desk.kit.token) =>
      call(['calendar', token, { action }])
    const routes = () =>
      calendarRoutes({ feeds: desk.opened.service.visits.feeds, log: {} as never })
    const fetchFrom = async (path: string) => {
      const answer = await routes().request(path)
      return {
        status: answer.status,
        headers: answer.headers,
        lines: unfolded(await answer.text()),
      }
    }
    afterEach(() => desk.opened.database.query('delete from internal.calendar_feeds'))

    test('has the own visits, and no telephone number or email address', async () => {
      const booked = plan()
      await visit(booked)
      await visit(plan({ colleague_id: desk.wren.id }))
      expect((await calendar('read')).body).toEqual({ made_at: null })
      const { path } = (await calendar('renew')).body
      expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
      const { status, headers, lines } = await fetchFrom(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(lines.filter((line) => line.startsWith('UID'))).toEqual([
        `UID:visit-${booked.visit_id}@www.hopyard.example`,
      ])
      expect(lines).toContain(`SUMMARY:Visit: ${anEnquiry.name}`)
      expect(lines.join('\n')).not.toMatch(/@(?!www\.hopyard)|01632|4711|Lane/)
    })

    test('leaves out what is cancelled, erased, too old or too far ahead', async () => {
      const booked = plan()
      await visit(booked)
      const { path } = (await calendar('renew')).body
      const events = async () =>
        (await fetchFrom(path)).lines.filter((line) => line === 'BEGIN:VEVENT').length
      expect(await events()).toBe(1)
      for (const [days, expected] of [
        [-29, 1],
        [-31, 0],
        [364, 1],
        [366, 0],
      ]) {
        await desk.opened.database.query(
          `update enquiry_visits set starts_at = now() + make_interval(days => $1)`,
          [days],
        )
        expect(await events()).toBe(expected)
      }
      await desk.opened.database.query(
        `update enquiry_visits set starts_at = now(), state = 'cancelled'`,
      )
      expect(await events()).toBe(0)
    })

    test('a new address ends the old one, and removing ends it too', async () => {
      const first = (await calendar('renew')).body.path
      const second = (await calendar('renew')).body.path
      expect(second).not.toBe(first)
      expect((await fetchFrom(first)).status).toBe(404)
      expect((await fetchFrom(second)).status).toBe(200)
      expect((await calendar('read')).body.path).toBeUndefined()
      await calendar('remove')
      expect((await fetchFrom(second)).status).toBe(404)
    })

    test('an address ends with the role of its owner, and only its hash is stored', async () => {
      const { path } = (await calendar('renew', desk.wren.token)).body
      const secret = String(path).slice('/calendar/'.length, -'.ics'.length)
      const stored = await rows('select * from internal.calendar_feeds')
      expect(JSON.stringify(stored)).not.toContain(secret)
      const role = `user_id = '${desk.wren.id}'`
      await desk.opened.database.query(`delete from user_roles where ${role}`)
      expect((await fetchFrom(path)).status).toBe(404)
      await desk.opened.database.query(
        `insert into user_roles (user_id, role) values ('${desk.wren.id}', 'staff')`,
      )
      // Whoever kept the old address has not been given the new role.
      expect((await fetchFrom(path)).status).toBe(404)
      const { path: anew } = (await calendar('renew', desk.wren.token)).body
      expect((await fetchFrom(anew)).status).toBe(200)
      await desk.opened.database.query(
        `update auth.users set banned_until = now() + interval '1 day' where id = '${desk.wren.id}'`,
      )
      expect((await fetchFrom(anew)).status).toBe(404)
      await desk.opened.database.query(`update auth.users set banned_until = null`)
      expect((await fetchFrom(anew)).status).toBe(404)
    })

    test('an address rests while the company of its owner has ended their sign-in', async () => {
      const { path } = (await calendar('renew', desk.wren.token)).body
      const { database } = desk.opened
      const provider = randomUUID()
      const setDisabled = (disabled: boolean) =>
        database.query('update auth.sso_providers set disabled = $2 where id = $1', [
          provider,
          disabled,
        ])
      await database.query('insert into auth.sso_providers (id) values ($1)', [provider])
      await database.query(
        `insert into auth.identities (id, user_id, provider, provider_id, identity_data)
         values (gen_random_uuid(), $1, 'sso:' || $2, 'wren', '{}')`,
        [desk.wren.id, provider],
      )
      await database.query('update auth.users set is_sso_user = true where id = $1', [desk.wren.id])
      expect((await fetchFrom(path)).status).toBe(200)
      await setDisabled(true)
      expect((await fetchFrom(path)).status).toBe(404)
      await setDisabled(false)
      expect((await fetchFrom(path)).status).toBe(200)

      await visit(plan({ colleague_id: desk.wren.id }))
      await desk.opened.settled()
      expect(desk.mailTo(desk.wren.email)).toBeDefined()
      desk.opened.mailServer.received.length = 0
      await database.query('delete from auth.sso_providers where id = $1', [provider])
      expect((await fetchFrom(path)).status).toBe(404)
      await visit(plan({ colleague_id: desk.wren.id, starts_at: inDays(4) }), desk.kit.token)
      await desk.opened.settled()
      expect(desk.mailTo(desk.wren.email)).toBeUndefined()

      await database.query('update auth.users set is_sso_user = false where id = $1', [
        desk.wren.id,
      ])
      await database.query(`delete from auth.identities where provider like 'sso:%'`)
    })

    test.each([
      '/calendar/x.ics',
      `/calendar/${'a'.repeat(43)}.ics`,
      `/calendar/${'%00'.repeat(15)}.ics`,
      '/calendar/.ics',
    ])('%s is unknown', async (path) => {
      expect((await fetchFrom(path)).status).toBe(404)
    })
  })
})
