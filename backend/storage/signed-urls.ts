// Signed URLs: a token for one object, and for reading or uploading alone. Its role is none that a
// caller can have, so that it is no API key and no access token anywhere.
import type { JWTPayload } from 'jose'
import { errors as jose } from 'jose'
import type { Keys } from '../caller/keys.ts'
import type { Caller } from '../database/as-caller.ts'
import type { ObjectPath } from './objects.ts'
import { invalidParameter, invalidToken } from './problems.ts'

const readRole = 'storage_read'
const uploadRole = 'storage_upload'
/** A telephone may take its time between choosing a photograph and sending it. */
export const uploadSeconds = 3_600
const maxSeconds = 7 * 86_400

export interface ReadGrant {
  /** As in the query of a transformation: `width:100,resize:cover`. */
  transformations?: string
  /** The person who signed it: what they may not read any more, the URL does not show either. */
  signer?: Caller
}

export interface UploadGrant {
  owner: string | undefined
  isUpsert: boolean
}

export async function signRead(
  keys: Keys,
  path: ObjectPath,
  expiresIn: number,
  { transformations, signer }: ReadGrant = {},
): Promise<string> {
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > maxSeconds) {
    throw invalidParameter(`expiresIn must be a number of seconds from 1 to ${maxSeconds}`)
  }
  const claims = signer?.role === 'authenticated' ? signerClaims(signer) : undefined
  return sign(keys, path, expiresIn, { role: readRole, transformations, signer: claims })
}

export async function checkRead(keys: Keys, path: ObjectPath, token: string): Promise<ReadGrant> {
  const { transformations, signer } = await check(keys, path, token, readRole)
  return {
    ...(typeof transformations === 'string' && { transformations }),
    ...(typeof signer === 'object' && {
      signer: { role: 'authenticated', claims: { ...signer, role: 'authenticated' } },
    }),
  }
}

/** What policies ask of a person. */
function signerClaims({ claims: { sub, session_id, aal } }: Caller) {
  return { sub, session_id, aal }
}

export function signUpload(keys: Keys, path: ObjectPath, grant: UploadGrant): Promise<string> {
  const { owner, isUpsert } = grant
  return sign(keys, path, uploadSeconds, { role: uploadRole, owner, upsert: isUpsert })
}

export async function checkUpload(
  keys: Keys,
  path: ObjectPath,
  token: string,
): Promise<UploadGrant> {
  const { owner, upsert } = await check(keys, path, token, uploadRole)
  return { owner: typeof owner === 'string' ? owner : undefined, isUpsert: upsert === true }
}

function sign(keys: Keys, { bucket, name }: ObjectPath, seconds: number, claims: JWTPayload) {
  const now = Math.floor(Date.now() / 1000)
  return keys.sign({ ...claims, url: `${bucket}/${name}`, iat: now, exp: now + seconds })
}

async function check(
  keys: Keys,
  { bucket, name }: ObjectPath,
  token: string,
  role: string,
): Promise<JWTPayload> {
  const claims = await keys.verify(token).catch((error) => {
    throw invalidToken(
      error instanceof jose.JWTExpired ? '"exp" claim timestamp check failed' : 'Invalid JWT',
    )
  })
  if (claims.role !== role || claims.url !== `${bucket}/${name}`) {
    throw invalidToken('InvalidSignature: the token is for another address')
  }
  return claims
}
