import { describe, expect, test } from 'vitest'
import { asCaller } from '#backend/database/as-caller.ts'
import { confirmedPerson } from '#tests/support/auth-mails.ts'
import { openAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { exchange, registerOauthClient, setOut } from '#tests/support/oauth-client.ts'
import { staffApp } from '#tests/support/staff-app.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: { isOauthServer: true } })

  /** An administrator's own token, and the one that an OAuth client got from them. */
  async function twoTokens() {
    const { client, id } = await confirmedPerson(auth.service)
    await auth.database.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [id])
    const app = await registerOauthClient(auth.service)
    const flow = await setOut(auth.service, app)
    await client.oauth.getAuthorizationDetails(flow.authorizationId)
    const { data } = await client.oauth.approveAuthorization(flow.authorizationId)
    const answer = await exchange(app, flow, data?.redirect_url ?? '')
    const { access_token: theirs } = (await answer.json()) as { access_token: string }
    const { data: own } = await client.getSession()
    return { own: own.session?.access_token ?? '', theirs }
  }

  test('the database takes the OAuth client for neither administrator nor staff', async () => {
    const { own, theirs } = await twoTokens()
    const rightsOf = async (token: string) => {
      const claims = { ...(await auth.service.keys.verify(token)) }
      const { rows } = await asCaller(auth.database, { role: 'authenticated', claims }, (tx) =>
        tx.query('select internal.is_admin(), internal.is_staff()'),
      )
      return rows[0]
    }
    expect(await rightsOf(own)).toEqual({ is_admin: true, is_staff: true })
    expect(await rightsOf(theirs)).toEqual({ is_admin: false, is_staff: false })
  })

  test('staff functions do not answer the OAuth client', async () => {
    const { own, theirs } = await twoTokens()
    const functions = staffApp(auth.database, auth.service)
    const call = async (verb: string, token: string) => {
      const headers = {
        apikey: auth.service.keys.publishableKey,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      }
      const init = { method: 'POST', headers, body: '{}' }
      return (await functions.request(`/functions/v1/staff-${verb}`, init)).status
    }
    expect(await call('sessions', own)).toBe(200)
    expect(await call('sessions', theirs)).toBe(403)
    expect(await call('recover', own)).toBe(400)
    expect(await call('recover', theirs)).toBe(403)
  })
})
