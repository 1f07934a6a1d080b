// Opens the store that FILES_URL names.
import { type BucketSettings, bucketStore } from './bucket-store.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

export type FileStoreSettings =
  | { kind: 'folder'; folder: string }
  | ({ kind: 'bucket' } & BucketSettings)

export function openFileStore(settings: FileStoreSettings): FileStore {
  return settings.kind === 'folder' ? folderStore(settings.folder) : bucketStore(settings)
}

/**
 * `s3://KEY:SECRET@HOST/BUCKET[/PREFIX]?region=eu-west-2`; `tls=false` for a service on the same
 * machine. Undefined when the address is not of that form.
 */
export function readBucketUrl(url: URL): BucketSettings | undefined {
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean)
  const { username, password, host, searchParams } = url
  const names = [...searchParams.keys()]
  const tls = searchParams.get('tls') ?? 'true'
  const isFine = bucket && username && password && host && /^(true|false)$/.test(tls)
  if (!isFine || names.some((name) => name !== 'region' && name !== 'tls')) return undefined
  return {
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${host}/${bucket}`,
    region: searchParams.get('region') ?? 'auto',
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    prefix: folders.map((folder) => `${folder}/`).join(''),
  }
}
