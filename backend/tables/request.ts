// Parses an HTTP request to a table or function, without looking at the catalogue.
import { exposedSchema } from './catalogue.ts'
import { type Media, negotiateMedia } from './media.ts'
import { type ParseCharged, type Payload, readArguments, readPayload } from './payload.ts'
import { type Preferences, readPreferences } from './preferences.ts'
import {
  methodNotForFunctions,
  rangeNotSatisfiable,
  unknownSchema,
  unsupportedMethod,
} from './problems.ts'
import { decodeText, type Query, readQuery } from './query-string.ts'

export type Action = 'read' | 'write' | 'describe'

export interface TableRequest {
  /** Name of the table or function. */
  name: string
  action: Action
  method: string
  isHead: boolean
  query: Query
  preferences: Preferences
  media: Media
  payload: Payload | undefined
}

export async function readTableRequest(
  request: Request,
  parseCharged: ParseCharged,
): Promise<TableRequest> {
  const { method } = request
  const action = tableActions.get(method)
  if (!action) throw unsupportedMethod(method)
  const { query, ...rest } = readCommon(request, false)
  if (action === 'read') applyRange(query, request.headers.get('range'))
  const hasPayload = action === 'write' && method !== 'DELETE'
  const columns = method === 'PUT' ? undefined : query.columns
  const payload = hasPayload ? await readPayload(request, columns, parseCharged) : undefined
  return { ...rest, query, action, method, payload }
}

export async function readCallRequest(
  request: Request,
  parseCharged: ParseCharged,
): Promise<TableRequest> {
  const { method } = request
  const action = callActions.get(method)
  if (!action) throw methodNotForFunctions(method)
  const common = readCommon(request, method !== 'POST')
  applyRange(common.query, request.headers.get('range'))
  const payload = action === 'write' ? await readArguments(request, parseCharged) : undefined
  return { ...common, action, method, payload }
}

const tableActions = new Map<string, Action>([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['POST', 'write'],
  ['PATCH', 'write'],
  ['PUT', 'write'],
  ['DELETE', 'write'],
  ['OPTIONS', 'describe'],
])
const callActions = new Map<string, Action>([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['POST', 'write'],
  ['OPTIONS', 'describe'],
])

function readCommon(request: Request, hasArguments: boolean) {
  const { pathname, search } = new URL(request.url)
  refuseOtherSchemas(request)
  return {
    name: decodeText(pathname.slice(pathname.lastIndexOf('/') + 1), { plusIsSpace: false }),
    isHead: request.method === 'HEAD',
    query: readQuery(search, hasArguments),
    preferences: readPreferences(request.headers.get('prefer')),
    media: negotiateMedia(request.headers.get('accept')),
  }
}

function refuseOtherSchemas({ method, headers }: Request): void {
  const isRead = method === 'GET' || method === 'HEAD'
  const schema = headers.get(isRead ? 'accept-profile' : 'content-profile')
  if (schema !== null && schema !== exposedSchema) throw unknownSchema(schema, exposedSchema)
}

/** `Range: 0-9` narrows limit and offset; PostgREST ignores other formats. */
function applyRange(query: Query, range: string | null): void {
  const [, first, last] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === undefined) return
  query.offsets.push({ path: [], value: Number(first) })
  if (!last) return
  const limit = Number(last) - Number(first) + 1
  if (limit < 1) {
    throw rangeNotSatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  query.limits.push({ path: [], value: limit })
}
