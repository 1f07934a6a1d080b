// Sends text messages through a signed webhook, behind which any SMS provider can stand.

import type { Queryable } from '../database/database.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Worker } from '../jobs/job.ts'
import { sendWebhook, type Webhook } from '../outgoing/signed-webhook.ts'
import { Problem } from '../problem.ts'
import type { Sms } from './sms.ts'

export const smsKind = 'sms'
const headers = { id: 'X-Sms-Id', signature: 'X-Sms-Signature' }

/** Queues a message; it is sent only if the transaction commits. */
export function addSms(tx: Queryable, sms: Sms): Promise<void> {
  return addJob(tx, smsKind, sms)
}

/** Used when only test numbers are configured, and this is not one of them. */
export async function refuseSms(): Promise<never> {
  throw new Problem('sms_send_failed', {
    status: 422,
    message: 'Error sending confirmation OTP to provider: there is no provider',
  })
}

export function smsWorker(webhook: Webhook): Worker {
  return {
    kind: smsKind,
    concurrency: 5,
    async run({ payload }, signal) {
      const { expiresAt, ...sms } = payload as Sms
      // An expired code would only confuse its recipient.
      if (new Date(expiresAt) < new Date()) return
      await sendWebhook(webhook, { id: sms.id, body: JSON.stringify(sms) }, signal, headers)
    },
  }
}
