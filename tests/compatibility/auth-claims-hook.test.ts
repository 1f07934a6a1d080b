// The custom access token hook. The test hook acts on the name of the user who signs in.
import { beforeAll, describe, expect, test } from 'vitest'
import { findHookFault } from '#backend/auth/sessions/access-token-hook.ts'
import { confirmedPerson } from '#tests/support/auth-mails.ts'
import {
  type AuthService,
  freshEmail,
  goodPassword,
  openAuth,
  siteUrl,
} from '#tests/support/auth-service.ts'
import { makeAuthenticator } from '#tests/support/authenticator.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { exchange, registerOauthClient, setOut } from '#tests/support/oauth-client.ts'

const hook = { schema: 'public', name: 'custom_access_token_hook' }
const createHook = `
  create function public.custom_access_token_hook(event jsonb) returns jsonb
    language plpgsql stable set search_path = ''
  as $$
  declare
    claims jsonb := event -> 'claims';
  begin
    case claims -> 'user_metadata' ->> 'full_name'
      when 'Raise' then raise exception 'the rota is shut';
      when 'Refuse' then return '{"error": {"http_code": 403, "message": "Not on the rota"}}';
      when 'Break' then return '{"error": {"message": "Out of order"}}';
      when 'Odd' then return '{"error": {"http_code": 42, "message": "Odd"}}';
      when 'Nothing' then return null;
      when 'Drop' then return jsonb_build_object('claims', claims - 'role' - 'session_id');
      when 'Number' then return jsonb_build_object('claims', claims || '{"role": 7, "exp": "x"}');
      when 'Hide' then return jsonb_build_object('claims', claims - 'client_id');
      when 'Slow' then perform pg_catalog.pg_sleep(20);
      else null;
    end case;
    return jsonb_build_object('claims', claims || jsonb_build_object(
      'user_id', event -> 'user_id',
      'came_by', event -> 'authentication_method',
      'ran_as', current_user
    ));
  end
  $$`
const grantHook = 'grant execute on function public.custom_access_token_hook to supabase_auth_admin'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    plain: { isOauthServer: true },
    service: { accessTokenHook: hook, isOauthServer: true },
  })
  beforeAll(async () => {
    await auth.database.query(createHook)
    await auth.database.query(grantHook)
  })

  const claimsOf = (token: string | undefined) => auth.service.keys.verify(token ?? '')

  async function somebody(name: string) {
    const email = freshEmail('hook')
    const { data } = await auth.service.admin.createUser({
      email,
      password: goodPassword,
      email_confirm: true,
      user_metadata: { full_name: name },
    })
    return { email, id: data.user?.id ?? '' }
  }

  const signIn = (email: string, service: AuthService = auth.service) =>
    service.client().signInWithPassword({ email, password: goodPassword })

  test('its claims are in the token of a password and of a refresh, and say how it came', async () => {
    const { email, id } = await somebody('Plain')
    const client = auth.service.client()
    const { data } = await client.signInWithPassword({ email, password: goodPassword })
    expect(await claimsOf(data.session?.access_token)).toMatchObject({
      sub: id,
      user_id: id,
      email,
      came_by: 'password',
      // The hook does not have the service's rights in the database.
      ran_as: 'supabase_auth_admin',
    })
    const renewed = await client.refreshSession()
    expect(await claimsOf(renewed.data.session?.access_token)).toMatchObject({
      came_by: 'token_refresh',
      amr: [{ method: 'password' }],
    })
  })

  test('its claims are in the token of a passkey', async () => {
    const { client } = await confirmedPerson(auth.service)
    const device = makeAuthenticator(siteUrl)
    const begun = await client.passkey.startRegistration()
    if (begun.error) throw begun.error
    await client.passkey.verifyRegistration({
      challengeId: begun.data.challenge_id,
      credential: device.create(begun.data.options),
    })
    const visitor = auth.service.client()
    const asked = await visitor.passkey.startAuthentication()
    if (asked.error) throw asked.error
    const { data } = await visitor.passkey.verifyAuthentication({
      challengeId: asked.data.challenge_id,
      credential: device.get(asked.data.options),
    })
    const claims = await claimsOf(data?.session?.access_token)
    expect(claims).toMatchObject({ came_by: 'passkey' })
  })

  test.each([
    ['Refuse', 403, 'unknown', 'Not on the rota'],
    ['Break', 500, 'unexpected_failure', 'Out of order'],
    ['Odd', 500, 'unexpected_failure', 'Odd'],
    ['Raise', 500, 'unexpected_failure', 'error generating jwt token'],
    [
      'Drop',
      500,
      'unexpected_failure',
      'output claims do not conform to the expected schema: \n- (root): role is required\n- (root): session_id is required\n',
    ],
    [
      'Number',
      500,
      'unexpected_failure',
      'output claims do not conform to the expected schema: \n- exp: Invalid type. Expected: integer\n- role: Invalid type. Expected: string\n',
    ],
    ['Nothing', 500, 'unexpected_failure', expect.stringContaining('sub is required')],
    ['Slow', 500, 'unexpected_failure', 'error generating jwt token'],
  ])('%s: nobody gets in, and no session is left', async (name, status, code, message) => {
    const { email, id } = await somebody(name)
    const answer = await auth.service.post(
      '/token?grant_type=password',
      { email, password: goodPassword },
      { 'X-Supabase-Api-Version': '2024-01-01' },
    )
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ code, message })
    const { rows } = await auth.database.query('select from auth.sessions where user_id = $1', [id])
    expect(rows).toEqual([])
  })

  test('a refresh that it spoils can be tried again', async () => {
    const { email, id } = await somebody('Plain')
    const { data } = await signIn(email)
    const token = data.session?.refresh_token
    const rename = (name: string) =>
      auth.service.admin.updateUserById(id, { user_metadata: { full_name: name } })
    const refresh = () =>
      auth.service.post('/token?grant_type=refresh_token', { refresh_token: token })
    await rename('Break')
    expect((await refresh()).status).toBe(500)
    await rename('Plain')
    expect((await refresh()).status).toBe(200)
  })

  test("it cannot make a client's token look like a person's own", async () => {
    const { email } = await somebody('Hide')
    const client = auth.plain.client()
    await client.signInWithPassword({ email, password: goodPassword })
    const oauthClient = await registerOauthClient(auth.service)
    const journey = await setOut(auth.service, oauthClient)
    await client.oauth.getAuthorizationDetails(journey.authorizationId)
    const { data } = await client.oauth.approveAuthorization(journey.authorizationId)
    const answer = await exchange(oauthClient, journey, data?.redirect_url ?? '')
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({
      msg: expect.stringContaining('client_id is required'),
    })
  })

  test('without it tokens are what they were', async () => {
    const { email } = await somebody('Raise')
    const { data } = await signIn(email, auth.plain)
    expect(await claimsOf(data.session?.access_token)).not.toHaveProperty('ran_as')
  })

  test('what would lock everybody out is found before anybody comes', async () => {
    const find = (name: string, schema = 'public') => findHookFault(auth.database, { schema, name })
    expect(await find(hook.name)).toBeUndefined()
    expect(await find('nonesuch')).toBe(
      'names public.nonesuch(jsonb), which is not in the database',
    )
    expect(await find('nonesuch', 'nowhere')).toContain('is not in the database')
    const create = (name: string) =>
      auth.database.query(
        `create function public.${name}(event jsonb) returns jsonb language sql as 'select event'`,
      )
    await create('hook_of_nobody')
    expect(await find('hook_of_nobody')).toBe(
      'names public.hook_of_nobody(jsonb), which supabase_auth_admin may not execute',
    )
    await create('hook_of_all')
    await auth.database.query('grant execute on function public.hook_of_all to public')
    expect(await find('hook_of_all')).toBe(
      'names public.hook_of_all(jsonb), which anon or authenticated may execute',
    )
  })
})
