// A form sent twice is one enquiry. With an idempotency key from the browser that holds permanently;
// without one, identical content from one address within ten minutes counts as a double click.
import { createHash } from 'node:crypto'
import type { EnquiryInput } from '#schemas/enquiry.ts'
import type { Submission } from './submission.ts'

export interface IdempotencyKey {
  hash: Buffer
  /** Undefined: never expires. */
  livesSeconds: number | undefined
}

export interface Sent {
  enquiry: EnquiryInput
  submission: Pick<Submission, 'isTrapped' | 'idempotencyKey'>
  clientAddress: string
}

const doubleClickSeconds = 600

export function keyOf({ enquiry, submission, clientAddress }: Sent): IdempotencyKey {
  const { isTrapped, idempotencyKey } = submission
  const { name, email, phone, address, service, message } = enquiry
  // The content is part of the key: the same key with other content is another enquiry.
  const content = [name, email, phone, address, service, message, isTrapped]
  const sender = idempotencyKey === undefined ? ['from', clientAddress] : ['key', idempotencyKey]
  return {
    hash: createHash('sha256')
      .update(JSON.stringify([...sender, ...content]))
      .digest(),
    livesSeconds: idempotencyKey === undefined ? doubleClickSeconds : undefined,
  }
}
