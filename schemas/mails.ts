// The mails of the product as the dashboard lists them: four states, each with a name of its own.

export const mailStates = {
  waiting: 'Waiting',
  in_outbox: 'In the outbox',
  failed: 'Failed',
  sent: 'Sent',
} as const
export type MailState = keyof typeof mailStates

export interface ListedMail {
  id: string
  /** Mails about an enquiry, and copies to another system, are deliveries. */
  kind: 'delivery' | 'account' | 'outbox'
  /** The channel of a delivery, or what an account mail is about. */
  about: string | null
  /** Null for a copy to another system. */
  to: string | null
  subject: string | null
  state: MailState
  tries: number
  last_error: string | null
  created_at: string
  /** While it waits. */
  next_try_at: string | null
  sent_at: string | null
  /** An account mail is removed then: its link is of no use any more. */
  expires_at: string | null
  enquiry_id: string | null
  reference: string | null
  /** What it says, where it lies in the outbox. */
  text: string | null
}

/** Which page of which mails; an empty state is every state. */
export interface MailQuery {
  search: string
  state: MailState | ''
  page: number
}

export interface MailPage {
  mails: ListedMail[]
  /** Null beyond `maxEmailsCounted`. */
  total: number | null
  /** Of all mails, whatever was searched for; each counted up to `maxEmailsCounted`. */
  counts: Record<Exclude<MailState, 'sent'>, number>
  has_mail_server: boolean
}

export const mailPageSize = 25
export const maxEmailsCounted = 1000
