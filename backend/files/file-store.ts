// Where the bytes of files are kept. A file is named by the SHA-256 of its content: the same picture
// is stored once, a copy can be checked, and a name says nothing about a person. Two drivers: a
// folder, and a bucket of any S3-compatible service.

export interface StoredFile {
  /** SHA-256 in hex. */
  hash: string
  size: number
}

export interface ListedFile extends StoredFile {
  modifiedAt: Date
}

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  first: number
  last: number
}

export type FileBytes = Uint8Array | AsyncIterable<Uint8Array>

export interface FileStore {
  readonly kind: 'folder' | 'bucket'
  /** Durable when it resolves. Storing the same bytes again replaces them, which repairs damage. */
  put(bytes: FileBytes): Promise<StoredFile>
  /** Undefined when there is no such file. */
  open(hash: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>
  /** Undefined when there is no such file. */
  find(hash: string): Promise<StoredFile | undefined>
  /** A file that is not there counts as removed. */
  remove(hash: string): Promise<void>
  /** In order of their hashes. */
  list(): AsyncIterable<ListedFile>
  /** Undefined when the store has no limit that it knows of. */
  freeBytes(): Promise<number | undefined>
  /** Rejects when the store does not answer, or when a folder takes no new files. */
  requireWorking(): Promise<void>
  /** Removes what a killed process left unfinished before this date. */
  removeUnfinished(before: Date): Promise<void>
}

/** Far above any picture that is stored: the bucket driver keeps a file in memory while it sends. */
export const maxFileBytes = 32 * 1024 * 1024

/** The store cannot be reached or does not answer: the same call may succeed later. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The file store cannot be reached', { cause })
    this.name = 'StoreUnavailable'
  }
}

export class StoreFull extends Error {
  constructor(cause?: unknown) {
    super('There is no space for further files', { cause })
    this.name = 'StoreFull'
  }
}

export class FileTooLarge extends Error {
  constructor() {
    super(`A file may have at most ${maxFileBytes} bytes`)
    this.name = 'FileTooLarge'
  }
}

const shape = /^[0-9a-f]{64}$/

export function isHash(text: string): boolean {
  return shape.test(text)
}

/** Hashes become paths: anything else must never reach a disk or a bucket. */
export function requireHash(hash: string): void {
  if (!isHash(hash)) throw new Error('A file is named by its SHA-256 in hex')
}
