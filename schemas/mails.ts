// The emails of the product, as the dashboard lists them.
export const mailStates = {
  waiting: 'Waiting',
  in_outbox: 'In the outbox',
  failed: 'Failed',
  sent: 'Sent',
} as const
export type MailState = keyof typeof mailStates

export interface ListedMail {
  id: string
  /** `delivery`: an email about an enquiry, or its webhook. */
  kind: 'delivery' | 'account' | 'outbox'
  /** The channel of a delivery, or the kind of an account email. */
  about: string | null
  /** Null for a webhook. */
  to: string | null
  subject: string | null
  state: MailState
  tries: number
  last_error: string | null
  created_at: string
  /** Set while it waits. */
  next_try_at: string | null
  sent_at: string | null
  /** When an account email is removed, because its link has expired. */
  expires_at: string | null
  enquiry_id: string | null
  reference: string | null
  /** The text, if it is in the outbox. */
  text: string | null
}

/** The filters of the list; an empty state means all states. */
export interface MailQuery {
  search: string
  state: MailState | ''
  page: number
}

export interface MailPage {
  mails: ListedMail[]
  /** Null above `maxEmailsCounted`. */
  total: number | null
  /** Of all emails, whatever the filters; each counted up to `maxEmailsCounted`. */
  counts: Record<Exclude<MailState, 'sent'>, number>
  /** What would leave the outbox, counted up to `maxEmailsCounted`: not what is about spam. */
  to_send: number
  has_mail_server: boolean
}

export const mailPageSize = 25
export const maxEmailsCounted = 1000
