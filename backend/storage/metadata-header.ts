// `Upload-Metadata` of TUS: names with values in base64. Supabase reads the object's path, type,
// caching and metadata from it.
import { requireBucketName, requireKey } from './names.ts'
import { invalidParameter } from './problems.ts'
import { bareType, readMaxAge, readMetadata } from './read-upload.ts'

export interface UploadMetadata {
  bucket: string
  name: string
  contentType: string
  /** Seconds. */
  maxAge: number
  userMetadata: unknown
  /** As it came: who asks for the upload is told it again. */
  metadataHeader: string
}

const maxHeaderLength = 8_192

export function readMetadataHeader(header = ''): UploadMetadata {
  if (header.length > maxHeaderLength) throw invalidParameter('Upload-Metadata is too long')
  const values = new Map(
    header.split(',').map((pair) => {
      const [name = '', base64 = ''] = pair.trim().split(' ')
      return [name, Buffer.from(base64, 'base64').toString()] as const
    }),
  )
  const need = (name: string) => {
    const value = values.get(name)
    if (!value) throw invalidParameter(`Upload-Metadata must have ${name}`)
    return value
  }
  return {
    bucket: requireBucketName(need('bucketName')),
    name: requireKey(need('objectName')),
    contentType: bareType(values.get('contentType') ?? 'application/octet-stream'),
    maxAge: readMaxAge(values.get('cacheControl') ?? null),
    userMetadata: readMetadata(values.get('metadata')),
    metadataHeader: header,
  }
}
