// What answers need of the storage service, which they must not import.
import type { Queryable } from '../../database/database.ts'
import type { Spooled } from '../../files/spool.ts'

export interface StoredAnswerFile {
  contentType: string
  size: number
}

export interface AnswerStorage {
  /** Throws StoreFull when there is no space for further files. */
  requireSpace(): Promise<void>
  /** Writes the body of a request to a temporary file. Throws UploadTooLarge. */
  receive(request: Request): Promise<Spooled>
  /**
   * Stores a PDF as it is, and a picture written anew; the caller removes the file. `record` writes
   * its row in the transaction of the object. Throws PdfRefused and PictureRefused.
   */
  put(
    name: string,
    upload: { file: Spooled; sender: string },
    record: (tx: Queryable, stored: StoredAnswerFile) => Promise<void>,
  ): Promise<void>
  /** Undefined when it is gone. Throws StoreUnavailable, and when the bytes are not those stored. */
  read(name: string): Promise<Uint8Array | undefined>
  /** The path from which the file can be read for this long. */
  signRead(name: string, seconds: number): Promise<string>
}
