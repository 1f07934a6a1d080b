// Generators of requests to the table API that try to break out of its grammar. Wild ones put hostile
// text anywhere and mostly cannot be parsed; well-formed ones put it only where the grammar allows
// free text, so that it reaches the database.
import fc from 'fast-check'

export interface NastyRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

const oneOf = (...values: string[]) => fc.constantFrom(...values)

// biome-ignore format: a list to read, not a column to scroll
const nasty = oneOf(
  "'", '"', "''", '""', '\\', '\\"', "\\'", '$1', '$$', '$1::text', ';', '--', '/*', '*/', ')', '(',
  '))', '((', ',', '.', '..', '...', '*', '%', '_', '!', '!inner', '!left', ':', '::', '::text',
  '::regclass', '::int', '->', '->>', '->0', '{', '}', '[', ']', '{}', '()', 'null', 'true', ' ',
  '\t', '\n', '\0', '\u202e', 'é', '💐', '\ud800', "' or 1=1 --", '" or "1"="1', 'a'.repeat(300),
  "'); drop table plants; --", '1; select pg_sleep(9)', 'pg_sleep(9)', '(select 1)', 'auth.users',
  'internal.secrets', 'information_schema.tables', 'pg_catalog.pg_roles', 'current_user',
  '9'.repeat(40), '-1', '0', '1', '1e9', 'NaN', 'Infinity', '2026-01-01', '[1,2)', '{"a":1}',
)
const freeText = fc.oneof(
  nasty,
  fc.array(nasty, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ maxLength: 12, unit: 'binary' }),
)

const anyColumn = oneOf(
  ...['id', 'name', 'price', 'tags', 'details', 'raw', 'flowering', 'words', 'role', 'email'],
  ...['author_name', 'rating', 'is_featured', 'nonesuch', 'ctid', 'xmin', '*'],
)
const anyTable = oneOf(
  ...['plants', 'growers', 'beds', 'plantings', 'care_sheets', 'profiles', 'user_roles', 'users'],
  ...['google_reviews', 'enquiries', 'secret_notes', 'hardy_plants', 'secrets', 'nonesuch'],
  ...['auth.users', 'internal.secrets', 'pg_roles'],
)
const anyOperator = oneOf(
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'in', 'is'],
  ...['isdistinct', 'fts', 'plfts', 'phfts', 'wfts', 'fts(english)', 'fts(99999)', 'cs', 'cd'],
  ...['ov', 'sl', 'adj', 'eq(any)', 'like(all)', 'not.eq', 'not.in', 'not', 'nonesuch'],
)
const anyName = fc.oneof(
  { weight: 4, arbitrary: anyColumn },
  { weight: 1, arbitrary: freeText },
  { weight: 1, arbitrary: fc.tuple(anyColumn, nasty).map((parts) => parts.join('')) },
)

const wildSelect = fc.letrec<{ item: string; items: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    anyName,
    fc.tuple(nasty, anyName).map(([alias, of]) => `${alias}:${of}`),
    fc.tuple(anyName, nasty).map(([of, path]) => `${of}->${path}`),
    fc.tuple(anyName, oneOf('text', 'regclass', "text'")).map((parts) => parts.join('::')),
    fc
      .tuple(oneOf('', '...'), anyTable, oneOf('', '!inner', "!'x"), tie('items'))
      .map(([spread, of, hint, inner]) => `${spread}${of}${hint}(${inner})`),
  ),
  items: fc.array(tie('item'), { minLength: 1, maxLength: 4 }).map((items) => items.join(',')),
})).items

const wildLogic = fc.letrec<{ part: string; tree: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(anyName, anyOperator, freeText).map((parts) => parts.join('.')),
    fc.tuple(oneOf('and', 'or', 'not.and', 'xor'), tie('tree')).map((parts) => parts.join('')),
  ),
  tree: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => `(${parts})`),
})).tree

const wildParameter = fc.oneof(
  fc.tuple(anyName, anyOperator, freeText).map(([key, op, what]) => [key, `${op}.${what}`]),
  wildSelect.map((text) => ['select', text]),
  wildLogic.map((text) => ['or', text]),
  fc.tuple(anyName, oneOf('', '.asc', '.up', "'")).map(([key, how]) => ['order', key + how]),
  fc.tuple(oneOf('limit', 'offset', 'on_conflict', 'columns', 'plants.limit', 'not.or'), freeText),
)

const wildPath = fc.oneof(
  { weight: 4, arbitrary: anyTable },
  { weight: 1, arbitrary: fc.tuple(anyTable, freeText).map((parts) => encode(parts.join(''))) },
  {
    weight: 2,
    arbitrary: oneOf('add_numbers', 'hello', 'is_admin', 'pg_sleep', 'only_for_service').map(
      (name) => `rpc/${name}`,
    ),
  },
)

const wildQuery = fc
  .tuple(fc.array(wildParameter, { maxLength: 4 }), fc.boolean())
  .map(([parameters, isEncoded]) =>
    parameters
      .map((parts) => parts.map((part) => (isEncoded ? encode(part) : part)).join('='))
      .join('&'),
  )

/** Where each table takes free text, and what can be embedded in it. */
const tables = {
  plants: {
    texts: ['name', 'latin_name'],
    others: ['id', 'price', 'stock', 'is_hardy', 'sown_on', 'tags', 'flowering', 'words'],
    json: ['details', 'raw'],
    embeds: ['beds', 'plantings', 'care_sheets', 'growers!plants_grower_id_fkey'],
  },
  growers: {
    texts: ['name', 'town'],
    others: ['id'],
    json: ['details'],
    embeds: ['plants!grower_id'],
  },
  google_reviews: {
    texts: ['author_name', 'review_text', 'review_id', 'author_image'],
    others: ['id', 'rating', 'is_featured', 'time_posted'],
    json: ['created_at'],
    embeds: [],
  },
  profiles: { texts: ['full_name', 'email'], others: ['id'], json: ['id'], embeds: ['user_roles'] },
  user_roles: { texts: ['role'], others: ['user_id'], json: ['role'], embeds: ['profiles'] },
  enquiries: {
    texts: ['name', 'email', 'message'],
    others: ['id', 'status'],
    json: ['id'],
    embeds: [],
  },
}
type TableShape = (typeof tables)[keyof typeof tables]

const textOperator = oneOf(
  ...['eq', 'neq', 'gt', 'lte', 'like', 'ilike', 'isdistinct', 'fts', 'plfts', 'phfts', 'wfts'],
  ...['wfts(english)', 'match', 'imatch', 'not.eq', 'not.ilike', 'not.wfts'],
)

function filterOf({ texts, others, json }: TableShape): fc.Arbitrary<[string, string]> {
  const onText = fc.tuple(oneOf(...texts), textOperator, freeText)
  const inJson = fc.tuple(oneOf(...json), freeText, oneOf('eq', 'like', 'neq'), freeText)
  return fc.oneof(
    { weight: 4, arbitrary: onText.map(([key, op, what]) => pair(key, `${op}.${what}`)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(oneOf(...texts), fc.array(freeText, { maxLength: 4 }))
        .map(([key, items]) => pair(key, `in.(${items.map(quote)})`)),
    },
    {
      weight: 2,
      arbitrary: inJson.map(([key, step, op, what]) =>
        pair(`${key}->>${quote(step)}`, `${op}.${what}`),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(oneOf(...others), oneOf('eq', 'gt', 'cs', 'ov'), freeText)
        .map(([key, op, what]) => pair(key, `${op}.${what}`)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(oneOf(...texts), oneOf('like(any)', 'eq(all)'), freeText)
        .map(([key, op, what]) => pair(key, `${op}.{${quote(what)}}`)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(oneOf('or', 'and', 'not.or'), fc.array(onText, { minLength: 1, maxLength: 4 }))
        .map(([key, parts]) =>
          pair(key, `(${parts.map(([of, op, what]) => `${of}.${op}.${quote(what)}`)})`),
        ),
    },
  )
}

function selectOf({ texts, others, json, embeds }: TableShape): fc.Arbitrary<string> {
  const item = fc.oneof(
    oneOf('*', ...texts, ...others),
    fc.tuple(freeText, oneOf(...texts, ...others)).map(([name, of]) => `${quote(name)}:${of}`),
    fc.tuple(oneOf(...json), freeText).map(([of, step]) => `${of}->${quote(step)}`),
    fc.tuple(freeText, oneOf(...others)).map(([name, of]) => `${quote(name)}:${of}::text`),
    ...(embeds.length > 0
      ? [
          fc.tuple(freeText, oneOf(...embeds)).map(([name, of]) => `${quote(name)}:${of}(*)`),
          fc.tuple(oneOf('', '...'), oneOf(...embeds)).map(([spread, of]) => `${spread}${of}()`),
        ]
      : []),
  )
  return fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => items.join(','))
}

const wellFormedRead = fc
  .constantFrom(...(Object.keys(tables) as (keyof typeof tables)[]))
  .chain((table) => {
    const shape = tables[table]
    return fc.record({
      path: fc.constant(table as string),
      filters: fc.array(filterOf(shape), { maxLength: 3 }),
      select: selectOf(shape),
      joined: oneOf('', '', ...shape.embeds),
      order: oneOf('', ...shape.texts, ...shape.others.map((name) => `${name}.desc.nullslast`)),
    })
  })
  .map(({ path, filters, select, joined, order }) => {
    // Joined only to order by it.
    const orders = [joined && `${joined.replace(/!.*/, '')}(id)`, order].filter(Boolean)
    const parameters = [
      ...filters,
      pair('select', joined ? `${select},${joined}()` : select),
      ...(orders.length > 0 ? [pair('order', orders.join(','))] : []),
    ]
    return { path, query: parameters.map((parts) => parts.map(encode).join('=')).join('&') }
  })

const wellFormedCall = fc
  .tuple(
    oneOf('longest?words=', 'one_plant?plant=', 'complain?how=', 'cheap_plants?below='),
    freeText,
  )
  .map(([call, value]) => {
    const [path = '', key = ''] = `rpc/${call}`.split('?')
    return { path, query: `${key}${encode(value)}` }
  })

const preference = fc.oneof(
  oneOf('return=representation', 'return=headers-only', 'count=exact', 'count=planned'),
  oneOf('resolution=merge-duplicates', 'missing=default', 'max-affected=1', 'timezone=UTC'),
  fc.tuple(oneOf('timezone=', 'max-affected='), nasty).map((parts) => parts.join('')),
)
const accept = oneOf(
  ...['application/json', 'application/json', 'text/csv', 'application/vnd.pgrst.object+json'],
  'application/vnd.pgrst.array+json;nulls=stripped',
)
const wildBody = fc.oneof(
  fc.dictionary(anyName, fc.oneof(freeText, fc.integer(), fc.constant({ a: [1] })), { maxKeys: 4 }),
  fc.array(fc.dictionary(anyName, freeText, { maxKeys: 2 }), { maxLength: 3 }),
  fc.jsonValue(),
)
const wellFormedBody = fc.record(
  { author_name: freeText, name: freeText, role: freeText, id: fc.nat(), full_name: freeText },
  { requiredKeys: [] },
)

export const wildRequest: fc.Arbitrary<NastyRequest> = fc
  .record({
    method: oneOf('GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'),
    path: wildPath,
    query: wildQuery,
    prefer: fc.array(preference, { maxLength: 3 }),
    accept,
    body: wildBody,
  })
  .map(write)

export const wellFormedRequest: fc.Arbitrary<NastyRequest> = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: wellFormedRead }, { weight: 1, arbitrary: wellFormedCall }),
    fc.record({
      method: oneOf('GET', 'GET', 'GET', 'GET', 'PATCH', 'DELETE', 'POST'),
      prefer: fc.array(preference, { maxLength: 2 }),
      accept,
      body: wellFormedBody,
    }),
  )
  .map(([target, rest]) => {
    const isCall = target.path.startsWith('rpc/')
    return write({ ...target, ...rest, method: isCall ? 'GET' : rest.method })
  })

function write(parts: {
  method: string
  path: string
  query: string
  prefer: string[]
  accept: string
  body: unknown
}): NastyRequest {
  const hasBody = parts.method === 'POST' || parts.method === 'PATCH' || parts.method === 'PUT'
  return {
    method: parts.method,
    path: `/${parts.path}?${parts.query}`,
    headers: {
      Accept: parts.accept,
      // A header holds no line breaks and only Latin-1.
      Prefer: parts.prefer.join(', ').replaceAll(/[^\x20-\x7e]/g, ''),
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    body: hasBody ? JSON.stringify(parts.body) : undefined,
  }
}

function pair(key: string, value: string): [string, string] {
  return [key, value]
}

function quote(text: string): string {
  return `"${text.replaceAll('\0', '').replaceAll(/[\\"]/g, '\\$&')}"`
}

/** A lone surrogate has no UTF-8 encoding. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}
