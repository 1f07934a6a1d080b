// Parses a JSON body into the fields that an endpoint knows. Other fields are ignored, and null
// counts as absent, because the official clients send both.
import * as v from 'valibot'
import { Problem } from '../problem.ts'
import type { Metadata } from './accounts/users.ts'
import type { AuthContext } from './context.ts'
import { validationFailed } from './problems.ts'

const maxMetadataDepth = 10
/** Every access token carries it in a header, of which Node accepts 16 KiB. */
const maxMetadataBytes = 8192

/** Also call this on merged metadata. */
export function requireSmallMetadata(metadata: Metadata): Metadata {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= maxMetadataBytes) return metadata
  throw validationFailed(`Metadata cannot be larger than ${maxMetadataBytes} bytes`, 422)
}

/** Iterative, because the sender controls the depth. */
function isWithin(value: unknown, depth: number): boolean {
  let level = [value]
  for (let left = depth; left > 0 && level.length > 0; left -= 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    )
  }
  return level.length === 0
}

export const text = v.optional(
  v.pipe(
    v.nullable(v.string()),
    v.transform((value) => value ?? ''),
  ),
  '',
)
/** A flag for which "not sent" differs from false. */
export const flag = v.nullish(v.boolean())
/** The user's own metadata, which every access token carries. */
export const metadata = v.nullish(
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.check((value) => isWithin(value, maxMetadataDepth), 'metadata that is not nested too deeply'),
    v.transform(requireSmallMetadata),
  ),
)

/** The two fields that start the PKCE flow. */
export const pkceFields = { code_challenge: text, code_challenge_method: text }

export async function readBody<const Schema extends v.GenericSchema>(
  c: AuthContext,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return check(schema, parse(await c.req.text()))
}

/** For endpoints whose body may be left out. */
export async function readOptionalBody<const Schema extends v.GenericSchema>(
  c: AuthContext,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = await c.req.text()
  return check(schema, body.trim() === '' ? {} : parse(body))
}

function check<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  throw badJson(`${path ? `${path}: ` : ''}expected ${issue.expected ?? issue.message}`)
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    // The parser's own message quotes the body, which may hold a password.
    const reason = body === '' ? 'EOF' : 'invalid syntax'
    throw badJson(reason, error)
  }
}

function badJson(reason: string, cause?: unknown): Problem {
  return new Problem('bad_json', {
    status: 400,
    message: `Could not parse request body as JSON: ${reason}`,
    cause,
  })
}
