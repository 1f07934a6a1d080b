// A text message for the SMS webhook.

export const channels = ['sms', 'whatsapp'] as const
export type SmsChannel = (typeof channels)[number]

export interface Sms {
  /** The same when it is sent again. */
  id: string
  /** In E.164 format, with the plus sign. */
  to: string
  text: string
  channel: SmsChannel
  /** When the code expires, as an ISO time. */
  expiresAt: string
}
