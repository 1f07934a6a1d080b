// What failed to go out, and what lies in the outbox where there is no mail server.
import { queryOptions } from '@tanstack/react-query'
import { callStaff, tables } from '../../api.ts'
import { enquiriesKey } from '../enquiries/enquiries.ts'

const refreshMs = 60_000

export const failedQuery = queryOptions({
  queryKey: [...enquiriesKey, 'failed-deliveries'],
  queryFn: async () => {
    const { data, error } = await tables
      .from('enquiry_deliveries')
      .select('*')
      .eq('state', 'failed')
      .order('created_at', { ascending: false })
      .limit(200)
    if (error) throw error
    return data
  },
  refetchInterval: refreshMs,
  meta: { failed: 'Failed to fetch deliveries' },
})

/** A mail to the owner of an account that did not go out. */
export interface AccountMail {
  id: string
  about: string | null
  to: string
  state: 'waiting' | 'failed'
  tries: number
  last_error: string | null
  created_at: string
  next_try_at: string | null
  expires_at: string
}

export const accountMailsQuery = queryOptions({
  queryKey: ['account-mails'],
  queryFn: async () => (await callStaff<{ mails: AccountMail[] }>('mails')).mails,
  refetchInterval: refreshMs,
  meta: { failed: 'Failed to fetch account mails' },
})

export interface OutboxMail {
  id: string
  to: string
  subject: string
  text: string
  written_at: string
}

/** Null where a mail server is configured. */
export const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: async () => (await callStaff<{ mails: OutboxMail[] | null }>('outbox')).mails,
  meta: { failed: 'Failed to fetch the outbox' },
})
