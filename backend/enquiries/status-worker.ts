// Tells the webhook that the status of an enquiry has changed. The job holds no personal data.
import type { Database } from '../database/database.ts'
import { skipped, type Worker } from '../jobs/job.ts'
import { sendWebhook, type Webhook } from '../outgoing/signed-webhook.ts'
import { webhookHeaders } from './delivery-worker.ts'

interface StatusChange {
  id: string
  enquiry: string
  from: string
  to: string
  at: string
}

export interface StatusDeps {
  database: Database
  webhook: Webhook | undefined
}

export function statusWorker({ database, webhook }: StatusDeps): Worker {
  return {
    kind: 'enquiry-status',
    concurrency: 2,
    async run(job, signal) {
      const change = job.payload as StatusChange
      const { rows } = await database.query<{ reference: string }>(
        'select reference from enquiries where id = $1 and erased_at is null',
        [change.enquiry],
      )
      const [enquiry] = rows
      if (!enquiry || !webhook) return skipped
      const { id, enquiry: enquiryId, ...status } = change
      const body = { event: 'status', change: id, id: enquiryId, ...enquiry, ...status }
      await sendWebhook(webhook, { id, body: JSON.stringify(body) }, signal, webhookHeaders)
      return 'sent'
    },
  }
}
