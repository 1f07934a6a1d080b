// The errors of Supabase Storage, in its wire shape: the body says the status, and the response is 400
// for all that the caller did wrong.
// https://github.com/supabase/storage/blob/08a9d280c9476b65697a36133374703d9159a765/src/internal/errors/codes.ts
import { isUnavailable, sqlState } from '../database/database.ts'
import { FileTooLarge, StoreFull, StoreUnavailable } from '../files/file-store.ts'
import { PictureRefused, PicturesBusy } from '../files/pictures/picture-task.ts'
import { UploadTooLarge } from '../files/write-pieces.ts'
import { QuotaExceeded } from '../limits/cpu-quotas.ts'
import { Problem } from '../problem.ts'

/** `details` is the field `error`, a word that older clients compare. */
export const problem = (code: string, status: number, message: string, details?: string) =>
  new Problem(code, { status, message, details })

export const noSuchBucket = () =>
  problem('NoSuchBucket', 404, 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => problem('NoSuchKey', 404, 'Object not found', 'not_found')
export const alreadyExists = () =>
  problem('KeyAlreadyExists', 409, 'The resource already exists', 'Duplicate')
export const accessDenied = (message: string) =>
  problem('AccessDenied', 403, message, 'Unauthorized')
export const invalidKey = (key: string) => problem('InvalidKey', 400, `Invalid key: ${key}`)
export const invalidBucketName = () =>
  problem('InvalidBucketName', 400, 'Bucket name invalid', 'Invalid Input')
export const bucketNotEmpty = () =>
  problem('ResourceNotEmpty', 409, 'The bucket you tried to delete is not empty')
export const invalidMimeType = (type: string) =>
  problem('InvalidMimeType', 415, `mime type ${type} is not supported`, 'invalid_mime_type')
export const tooLarge = () =>
  problem(
    'EntityTooLarge',
    413,
    'The object exceeded the maximum allowed size',
    'Payload too large',
  )
export const invalidParameter = (message: string) => problem('InvalidParameter', 400, message)
export const invalidToken = (message: string) => problem('InvalidJWT', 400, message, 'InvalidJWT')
export const noContent = () => problem('InvalidRequest', 400, 'No content provided')
export const notFound = () => problem('NotFound', 404, 'Route not found', 'Not Found')
export const tooMany = () =>
  problem('SlowDown', 429, 'Too many uploads: try again later', 'SlowDown')

/** Undefined for a bug. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error.code.startsWith('PGRST') ? ofCaller(error) : error
  if (error instanceof UploadTooLarge || error instanceof FileTooLarge) return tooLarge()
  if (error instanceof PictureRefused) return ofPicture(error)
  if (error instanceof PicturesBusy) return problem('SlowDown', 503, error.message)
  if (error instanceof StoreFull) return problem('InsufficientStorage', 507, error.message)
  if (error instanceof StoreUnavailable) return problem('ServiceUnavailable', 503, error.message)
  if (error instanceof QuotaExceeded) return problem('SlowDown', 429, 'Too many requests')
  return ofDatabase(error)
}

export interface ProblemAnswer {
  status: number
  body: { statusCode: string; code: string; error: unknown; message: string }
  retryAfterSeconds?: number
}

/** Reports the cause of what the caller did not cause. */
export function describeProblem(error: unknown, report: (error: unknown) => void): ProblemAnswer {
  const found = problemOf(error)
  if (!found || found.status >= 500) report(found?.cause ?? error)
  const { status, code, message, details } =
    found ?? problem('InternalError', 500, 'Internal server error')
  return {
    status,
    body: { statusCode: String(status), code, error: details ?? code, message },
    ...(error instanceof QuotaExceeded && { retryAfterSeconds: error.retryAfterSeconds }),
  }
}

/** The key or token was refused. */
function ofCaller({ message, cause }: Problem): Problem {
  return new Problem('AccessDenied', { status: 403, message, details: 'Unauthorized', cause })
}

/** The reason is a word that the form turns into advice. */
function ofPicture({ reason, message }: PictureRefused): Problem {
  return reason === 'too_large'
    ? problem('EntityTooLarge', 413, message, reason)
    : problem('InvalidMimeType', 415, message, reason)
}

function ofDatabase(error: unknown): Problem | undefined {
  const state = sqlState(error)
  if (state === '42501') return accessDenied('new row violates row-level security policy')
  if (state === '23505') return alreadyExists()
  if (state === '23503') return noSuchBucket()
  // A character, number or nesting that PostgreSQL cannot hold, or a name that a constraint refuses.
  if (/^(22|54)|^23514$/.test(state ?? '')) return invalidParameter('A value cannot be stored')
  if (state === '57014') return problem('DatabaseTimeout', 504, 'The database took too long')
  if (isUnavailable(error)) return problem('ServiceUnavailable', 503, 'The database is unavailable')
  return undefined
}
