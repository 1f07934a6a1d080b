// Generators of requests to every URL of the product: valid paths with arbitrary bodies and headers,
// and arbitrary paths.
import fc from 'fast-check'
import { admin, publishableKey, secretKey } from './attacked-product.ts'

export interface AnyRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)

/** Fields that some endpoint reads, so that generated bodies get past the first check. */
const fieldNames = [
  ...['email', 'password', 'phone', 'name', 'address', 'service', 'message', 'gdpr_consent'],
  ...['website', 'idempotency_key', 'page_url', 'referrer', 'utm_source', 'filled_in_ms', 'token'],
  ...[
    'type',
    'refresh_token',
    'auth_code',
    'code_verifier',
    'code_challenge',
    'data',
    'id',
    'role',
  ],
  ...[
    'code_challenge_method',
    'redirect_to',
    'token_hash',
    'nonce',
    'factor_type',
    'friendly_name',
  ],
  ...['challenge_id', 'code', 'user_metadata', 'app_metadata', 'ban_duration', 'password_hash'],
  ...['should_soft_delete', 'new_email', 'create_user', 'author_name', 'review_text', 'rating'],
  ...['key', 'keys', 'state', 'body', 'expected_revision', 'summary', 'version'],
  ...['is_featured', 'time_posted', 'user_id', 'since', 'until', 'status', '__proto__', 'delivery'],
]
const values = [
  ...[null, true, false, 0, -1, 1e308, 1.5, '', ' ', '\u0000', '\ud800', 'x'.repeat(3000), '💐'],
  ...[admin.email, 'a@b.test', 'not an address', '01632 960001', 'WR1 2AB', 'Domestic', '123456'],
  ...[
    'signup',
    'recovery',
    'email_change',
    'magiclink',
    'totp',
    's256',
    'plain',
    '2026-01-01',
    '24h',
  ],
  ...["' or 1=1 --", '<script>alert(1)</script>', '{{7*7}}', '../../etc/passwd', 'infinity'],
  ...[
    '00000000-0000-4000-8000-000000000000',
    '$2a$10$short',
    '-infinity',
    '0001-01-01',
    '99999-01-01',
  ],
]
const value = fc.oneof(
  { weight: 6, arbitrary: oneOf<unknown>(...values) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
const jsonBody = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(oneOf(...fieldNames), value, { maxKeys: 8 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.dictionary(oneOf(...fieldNames), value, { maxKeys: 4 }), {
      maxLength: 3,
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
)
const body = fc.oneof(
  { weight: 6, arbitrary: jsonBody.map((json) => JSON.stringify(json)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: oneOf('', '{', '[[[[', '"', '{"a":1}{"b":2}', '['.repeat(2000), '--x\r\n\r\n'),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(oneOf(...fieldNames), fc.string({ maxLength: 30 })), { maxLength: 8 })
      .map((pairs) => new URLSearchParams(pairs).toString()),
  },
)

const id = oneOf('00000000-0000-4000-8000-000000000000', '1', 'x', '%00', '..', "'", '💐')
const pathText = fc.oneof(
  id,
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
  fc.string({ unit: 'binary', maxLength: 6 }).map(encode),
)
const known = oneOf(
  ...[
    '/',
    '/about',
    '/contact-us',
    '/contact-us/thank-you',
    '/malvern',
    '/auth',
    '/admin',
    '/nowhere',
    '/review-requests/x',
  ],
  ...[
    '/sitemap.xml',
    '/robots.txt',
    '/site.webmanifest',
    '/admin/push-worker.js',
    '/icon.svg',
    '/healthz',
    '/metrics',
    '/assets/x.js',
  ],
  ...['/functions/v1/contact-webhook', '/api/webhooks/contact', '/functions/v1/staff-accounts'],
  ...['/functions/v1/staff-invite', '/functions/v1/staff-reset', '/functions/v1/staff-disable'],
  ...[
    '/functions/v1/site-save-draft',
    '/functions/v1/site-publish',
    '/functions/v1/site-restore',
    '/functions/v1/staff-resend',
    '/functions/v1/staff-mail-list',
    '/functions/v1/staff-send-kept',
    '/functions/v1/staff-end-session',
    '/functions/v1/staff-push-key',
    '/functions/v1/staff-push-test',
  ],
  ...['/auth/v1/signup', '/auth/v1/otp', '/auth/v1/recover', '/auth/v1/resend', '/auth/v1/verify'],
  ...[
    '/auth/v1/token',
    '/auth/v1/token?grant_type=password',
    '/auth/v1/token?grant_type=refresh_token',
  ],
  ...[
    '/auth/v1/token?grant_type=pkce',
    '/auth/v1/user',
    '/auth/v1/logout?scope=local',
    '/auth/v1/reauthenticate',
  ],
  ...[
    '/auth/v1/factors',
    '/auth/v1/invite',
    '/auth/v1/admin/users',
    '/auth/v1/admin/generate_link',
  ],
  ...[
    '/auth/v1/admin/audit',
    '/auth/v1/settings',
    '/auth/v1/health',
    '/auth/v1/.well-known/jwks.json',
  ],
  ...[
    '/auth/v1/authorize',
    '/auth/v1/callback',
    '/auth/v1/user/identities/authorize',
    '/auth/v1/token?grant_type=id_token',
    '/auth/v1/sso',
    '/auth/v1/setup',
    '/auth/v1/magiclink',
  ],
  ...[
    '/auth/v1/passkeys',
    '/auth/v1/passkeys/registration/options',
    '/auth/v1/passkeys/registration/verify',
    '/auth/v1/passkeys/authentication/options',
    '/auth/v1/passkeys/authentication/verify',
    '/auth/v1/admin/oauth/clients',
  ],
  ...[
    '/auth/v1/oauth/authorize',
    '/auth/v1/oauth/authorizations/x',
    '/auth/v1/oauth/authorizations/x/consent',
    '/auth/v1/oauth/token',
    '/auth/v1/oauth/userinfo',
    '/auth/v1/oauth/clients/register',
    '/auth/v1/user/oauth/grants',
  ],
  ...['/rest/v1/google_reviews', '/rest/v1/enquiries', '/rest/v1/profiles', '/rest/v1/user_roles'],
  ...[
    '/rest/v1/enquiry_deliveries',
    '/rest/v1/enquiry_notes',
    '/rest/v1/enquiry_messages',
    '/rest/v1/answer_files',
    '/rest/v1/saved_views',
    '/rest/v1/push_subscriptions',
    '/rest/v1/audit_trail',
    '/rest/v1/',
  ],
  ...['/rest/v1/site_documents', '/rest/v1/site_drafts', '/rest/v1/rpc/save_site_draft'],
  ...['/rest/v1/rpc/enquiry_figures', '/rest/v1/rpc/nonesuch', '/rest/v1/nonesuch'],
)
const path = fc.oneof(
  { weight: 6, arbitrary: known },
  {
    weight: 1,
    arbitrary: fc.tuple(known, pathText).map(([base, more]) => `${base.split('?')[0]}/${more}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        oneOf('/auth/v1/admin/users/', '/auth/v1/factors/', '/auth/v1/passkeys/'),
        pathText,
        oneOf('', '/factors', '/passkeys', '/challenge', '/verify'),
      )
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: pathText.map((text) => `/${text}`) },
)
const queryNames = [
  ...[
    'select',
    'order',
    'limit',
    'offset',
    'or',
    'id',
    'email',
    'role',
    'name',
    'created_at',
    'ref',
  ],
  ...['page', 'per_page', 'grant_type', 'redirect_to', 'token', 'type', 'scope', 'query', 'apikey'],
  ...['on_conflict', 'columns', 'since', 'until', 'is_featured', 'utm_source', '__proto__', '%'],
]
const queryValue = fc.oneof(
  oneOf(
    '*',
    'eq.1',
    'is.null',
    'in.(1,2)',
    'not.ilike.*a*',
    '(a.eq.1,b.eq.2)',
    '-1',
    '1e9',
    'desc',
    '%',
    '%00',
    '%ff',
  ),
  oneOf(
    'id,profiles(*)',
    'created_at->>x',
    'cs.{}',
    'fts.a',
    'match.(',
    'recovery',
    'https://evil.test',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map(encode),
)
const query = fc
  .array(fc.tuple(oneOf(...queryNames), queryValue), { maxLength: 4 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))

/** `staff` stands for an administrator's own token. */
const credentials = oneOf<Record<string, string>>(
  {},
  { apikey: publishableKey },
  { apikey: publishableKey, Authorization: 'staff' },
  { apikey: secretKey, Authorization: `Bearer ${secretKey}` },
  { apikey: publishableKey, Authorization: 'Bearer a.b.c' },
  { Authorization: 'Basic YTpi' },
)
const header = oneOf<[string, string]>(
  ...([
    ['Accept', 'text/html'],
    ['Accept', 'text/csv'],
    ['Accept', 'application/vnd.pgrst.object+json'],
    ['Accept', '*/*;q=x'],
    ['Accept-Encoding', 'br;q=0, gzip;q=2, *'],
    ['Range', '0-9'],
    ['Range', 'bytes=9-1'],
    ['Prefer', 'count=exact'],
    ['Prefer', 'return=representation, resolution=merge-duplicates'],
    ['Prefer', 'tx=rollback, handling=strict, max-affected=1'],
    ['Prefer', 'timezone=Mars/Phobos'],
    ['If-None-Match', 'W/"x", *'],
    ['If-Modified-Since', 'never'],
    ['X-Supabase-Api-Version', '2024-01-01'],
    ['X-Supabase-Api-Version', 'x'],
    ['Origin', 'null'],
    ['Referer', 'not a url'],
    ['User-Agent', ''],
    ['X-Forwarded-For', 'unknown, , 1.2.3.4:5'],
    ['Accept-Profile', 'auth'],
    ['Content-Profile', 'internal'],
    ['X-JWT-AUD', 'x'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Cookie', 'a=b'],
  ] as [string, string][]),
)
const contentType = oneOf(
  ...['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ...['multipart/form-data', 'text/csv', 'text/plain', 'application/json; charset=utf-16', 'x', ''],
)

export const anyRequest: fc.Arbitrary<AnyRequest> = fc
  .record({
    method: oneOf(
      'GET',
      'GET',
      'POST',
      'POST',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'HEAD',
      'OPTIONS',
    ),
    path,
    query,
    credentials,
    headers: fc.array(header, { maxLength: 3 }),
    contentType,
    body,
  })
  .map(
    ({
      method,
      path: to,
      query: asked,
      credentials: who,
      headers,
      contentType: type,
      body: what,
    }) => ({
      method,
      path: asked ? `${to}${to.includes('?') ? '&' : '?'}${asked}` : to,
      headers: { ...Object.fromEntries(headers), ...who, ...(type && { 'Content-Type': type }) },
      body: method === 'GET' || method === 'HEAD' ? undefined : what,
    }),
  )

/** A lone surrogate has no encoding. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))
}
